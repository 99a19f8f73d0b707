/** Makes a file of the last schema one of schema 3, with what is in it. */
export const toSchema3 = `
  CREATE TABLE older_conversation (
    tenant TEXT NOT NULL, id TEXT NOT NULL, user TEXT NOT NULL, title TEXT NOT NULL,
    version INTEGER NOT NULL, hash TEXT NOT NULL, fence INTEGER NOT NULL, lease_owner TEXT,
    lease_until REAL, tid TEXT, cancel INTEGER NOT NULL, queue TEXT NOT NULL,
    workflow_id TEXT NOT NULL, workflow_version INTEGER NOT NULL, ref TEXT, locale TEXT NOT NULL,
    state TEXT NOT NULL, created_at TEXT NOT NULL, last_turn_at TEXT NOT NULL, expires_at INTEGER,
    format INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (tenant, id)
  ) STRICT;
  INSERT INTO older_conversation
    SELECT tenant, id, user, title, version, hash, coalesce(u.fence, c.fence), lease_owner,
      lease_until, tid, coalesce(cancel, 0), coalesce(queue, '[]'), workflow_id, workflow_version,
      ref, locale, state, created_at, last_turn_at,
      iif(u.conversation IS NULL, c.expires_at, u.expires_at), format
    FROM conversation c LEFT JOIN unfinished u ON u.conversation = c.number;
  CREATE TABLE older_turn (
    tenant TEXT NOT NULL, conversation TEXT NOT NULL, tid TEXT NOT NULL, record BLOB NOT NULL,
    expires_at INTEGER, PRIMARY KEY (tenant, conversation, tid)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO older_turn
    SELECT c.tenant, c.id, t.tid, t.record, t.expires_at
    FROM turn t JOIN conversation c ON c.number = t.conversation;
  INSERT OR REPLACE INTO older_turn
    SELECT c.tenant, c.id, u.tid, CAST(u.record AS BLOB), NULL
    FROM unfinished u JOIN conversation c ON c.number = u.conversation WHERE u.tid IS NOT NULL;
  CREATE TABLE older_entry (
    tenant TEXT NOT NULL, conversation TEXT NOT NULL, turn INTEGER NOT NULL, tid TEXT NOT NULL,
    entry BLOB NOT NULL, PRIMARY KEY (tenant, conversation, turn)
  ) STRICT;
  INSERT INTO older_entry
    SELECT c.tenant, c.id, e.turn, e.tid, e.entry
    FROM entry e JOIN conversation c ON c.number = e.conversation;
  CREATE TABLE older_undelivered (
    tenant TEXT NOT NULL, conversation TEXT NOT NULL, from_turn INTEGER NOT NULL,
    attempts INTEGER NOT NULL, due_at INTEGER, PRIMARY KEY (tenant, conversation)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO older_undelivered
    SELECT c.tenant, c.id, o.from_turn, o.attempts, o.due_at
    FROM undelivered o JOIN conversation c ON c.number = o.conversation;
  DROP TABLE conversation; DROP TABLE unfinished; DROP TABLE turn;
  DROP TABLE entry; DROP TABLE undelivered;
  ALTER TABLE older_conversation RENAME TO conversation;
  ALTER TABLE older_turn RENAME TO turn;
  ALTER TABLE older_entry RENAME TO entry;
  ALTER TABLE older_undelivered RENAME TO undelivered;
  CREATE INDEX conversation_by_owner ON conversation (tenant, user, last_turn_at, id);
  CREATE INDEX conversation_unfinished ON conversation (tenant, id)
    WHERE (tid IS NOT NULL OR queue <> '[]');
  CREATE INDEX conversation_by_expiry ON conversation (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX turn_by_expiry ON turn (expires_at) WHERE expires_at IS NOT NULL;
  UPDATE meta SET value = 3 WHERE name = 'schema';`

/** Makes a file of schema 3 one of schema 1; entries and ended turns, which are bytes, are left out. */
export const toSchema1 = `
  ALTER TABLE conversation DROP COLUMN format;
  DROP TABLE undelivered;
  DROP TABLE entry;
  CREATE TABLE entry (
    tenant TEXT NOT NULL, conversation TEXT NOT NULL, turn INTEGER NOT NULL, tid TEXT NOT NULL,
    entry TEXT NOT NULL, PRIMARY KEY (tenant, conversation, turn)
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE turn RENAME TO bytes;
  CREATE TABLE turn (
    tenant TEXT NOT NULL, conversation TEXT NOT NULL, tid TEXT NOT NULL, record TEXT NOT NULL,
    expires_at INTEGER, PRIMARY KEY (tenant, conversation, tid)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO turn SELECT tenant, conversation, tid, CAST(record AS TEXT), expires_at
    FROM bytes WHERE expires_at IS NULL;
  DROP TABLE bytes;
  UPDATE meta SET value = 1 WHERE name = 'schema'`
