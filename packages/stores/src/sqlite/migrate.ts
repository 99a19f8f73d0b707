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
    DROP TABLE turn_of_schema_2`
}

/** Brings the tables of an older schema up to date, inside the caller's transaction. */
export const migrate = (database: DatabaseSync, from: number): void => {
  let schema = from
  for (let step = steps[schema]; step !== undefined; step = steps[schema]) {
    database.exec(step)
    schema += 1
  }
}
