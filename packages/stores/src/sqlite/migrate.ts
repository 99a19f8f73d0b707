import type { DatabaseSync } from 'node:sqlite'

/** What has to be done to a file of each schema to make it one of the next. */
const steps: Readonly<Record<number, string>> = {
  // Entries became bytes, so that they can be compressed; rows say which format they have.
  1: `
    ALTER TABLE conversation ADD COLUMN format INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE entry RENAME TO entry_of_schema_1;
    CREATE TABLE entry (
      tenant TEXT NOT NULL,
      conversation TEXT NOT NULL,
      turn INTEGER NOT NULL,
      tid TEXT NOT NULL,
      entry BLOB NOT NULL,
      PRIMARY KEY (tenant, conversation, turn)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO entry
      SELECT tenant, conversation, turn, tid, CAST(entry AS BLOB) FROM entry_of_schema_1;
    DROP TABLE entry_of_schema_1`,
  // Records became bytes too, and entries left the index, which gave each of them a page of its own.
  2: `
    ALTER TABLE entry RENAME TO entry_of_schema_2;
    CREATE TABLE entry (
      tenant TEXT NOT NULL,
      conversation TEXT NOT NULL,
      turn INTEGER NOT NULL,
      tid TEXT NOT NULL,
      entry BLOB NOT NULL,
      PRIMARY KEY (tenant, conversation, turn)
    ) STRICT;
    INSERT INTO entry SELECT * FROM entry_of_schema_2;
    DROP TABLE entry_of_schema_2;
    ALTER TABLE turn RENAME TO turn_of_schema_2;
    CREATE TABLE turn (
      tenant TEXT NOT NULL,
      conversation TEXT NOT NULL,
      tid TEXT NOT NULL,
      record BLOB NOT NULL,
      expires_at INTEGER,
      PRIMARY KEY (tenant, conversation, tid)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO turn
      SELECT tenant, conversation, tid, CAST(record AS BLOB), expires_at FROM turn_of_schema_2;
    DROP TABLE turn_of_schema_2`,
  // Conversations got numbers, and what changes within a turn a table of its own.
  3: `
    CREATE TABLE IF NOT EXISTS undelivered (
      tenant TEXT NOT NULL, conversation TEXT NOT NULL, from_turn INTEGER NOT NULL,
      attempts INTEGER NOT NULL, due_at INTEGER, PRIMARY KEY (tenant, conversation)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE conversation RENAME TO conversation_of_schema_3;
    ALTER TABLE turn RENAME TO turn_of_schema_3;
    ALTER TABLE entry RENAME TO entry_of_schema_3;
    ALTER TABLE undelivered RENAME TO undelivered_of_schema_3;
    CREATE TABLE conversation (
      number INTEGER PRIMARY KEY,
      tenant TEXT NOT NULL,
      id TEXT NOT NULL,
      user TEXT NOT NULL,
      title TEXT NOT NULL,
      version INTEGER NOT NULL,
      hash TEXT NOT NULL,
      fence INTEGER NOT NULL,
      workflow_id TEXT NOT NULL,
      workflow_version INTEGER NOT NULL,
      ref TEXT,
      locale TEXT NOT NULL,
      state TEXT NOT NULL,
      created_at TEXT NOT NULL,
      last_turn_at TEXT NOT NULL,
      expires_at INTEGER,
      sweep_at INTEGER,
      format INTEGER NOT NULL
    ) STRICT;
    INSERT INTO conversation (tenant, id, user, title, version, hash, fence, workflow_id,
        workflow_version, ref, locale, state, created_at, last_turn_at, expires_at, sweep_at, format)
      SELECT tenant, id, user, title, version, hash, fence, workflow_id,
        workflow_version, ref, locale, state, created_at, last_turn_at, expires_at, expires_at, format
      FROM conversation_of_schema_3;
    CREATE UNIQUE INDEX conversation_by_address ON conversation (tenant, id);
    CREATE TABLE unfinished (
      conversation INTEGER PRIMARY KEY,
      tid TEXT,
      fence INTEGER NOT NULL,
      lease_owner TEXT,
      lease_until REAL,
      cancel INTEGER NOT NULL,
      queue TEXT NOT NULL,
      expires_at INTEGER,
      record TEXT
    ) STRICT;
    INSERT INTO unfinished
      SELECT c.number, o.tid, o.fence, NULL, NULL, o.cancel, o.queue, o.expires_at,
        (SELECT CAST(record AS TEXT) FROM turn_of_schema_3 t
          WHERE t.tenant = o.tenant AND t.conversation = o.id AND t.tid = o.tid)
      FROM conversation_of_schema_3 o JOIN conversation c ON c.tenant = o.tenant AND c.id = o.id
      WHERE o.tid IS NOT NULL OR o.queue <> '[]';
    CREATE TABLE turn (
      conversation INTEGER NOT NULL,
      tid TEXT NOT NULL,
      record BLOB NOT NULL,
      expires_at INTEGER,
      PRIMARY KEY (conversation, tid)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO turn
      SELECT c.number, o.tid, o.record, o.expires_at
      FROM turn_of_schema_3 o JOIN conversation c ON c.tenant = o.tenant AND c.id = o.conversation
        LEFT JOIN unfinished u ON u.conversation = c.number
      WHERE u.tid IS NULL OR u.tid <> o.tid;
    CREATE TABLE entry (
      conversation INTEGER NOT NULL,
      turn INTEGER NOT NULL,
      tid TEXT NOT NULL,
      entry BLOB NOT NULL,
      PRIMARY KEY (conversation, turn)
    ) STRICT;
    INSERT INTO entry
      SELECT c.number, o.turn, o.tid, o.entry
      FROM entry_of_schema_3 o JOIN conversation c ON c.tenant = o.tenant AND c.id = o.conversation;
    CREATE TABLE undelivered (
      conversation INTEGER PRIMARY KEY,
      from_turn INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      due_at INTEGER
    ) STRICT;
    INSERT INTO undelivered
      SELECT c.number, o.from_turn, o.attempts, o.due_at
      FROM undelivered_of_schema_3 o
        JOIN conversation c ON c.tenant = o.tenant AND c.id = o.conversation;
    DROP TABLE conversation_of_schema_3;
    DROP TABLE turn_of_schema_3;
    DROP TABLE entry_of_schema_3;
    DROP TABLE undelivered_of_schema_3`
}

/** Brings the tables of an older schema up to date, inside the caller's transaction. */
export const migrate = (database: DatabaseSync, from: number): void => {
  let schema = from
  for (let step = steps[schema]; step !== undefined; step = steps[schema]) {
    database.exec(step)
    schema += 1
  }
}
