/** Rises when the tables change; a file of a newer schema is refused. */
export const schemaVersion = 4

/** Rises when what stands in the columns changes; a row of a newer format is set aside. */
export const rowFormat = 1

/**
 * A conversation as it is between its turns, and its number, by which everything else of it is found.
 *
 * `sweep_at` is when the sweep looks at it next. It is never later than `expires_at`, which moves with
 * every turn, so that the index behind it need not be written with every turn.
 */
const conversation = `
CREATE TABLE IF NOT EXISTS conversation (
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
CREATE UNIQUE INDEX IF NOT EXISTS conversation_by_address ON conversation (tenant, id);
CREATE INDEX IF NOT EXISTS conversation_by_owner ON conversation (tenant, user, last_turn_at, id);
CREATE INDEX IF NOT EXISTS conversation_by_sweep ON conversation (sweep_at)
  WHERE sweep_at IS NOT NULL;`

/**
 * What is different of a conversation while a turn is in flight or waits, and the record of the turn
 * in flight: all that is written until the turn has ended is one row.
 */
const unfinished = `
CREATE TABLE IF NOT EXISTS unfinished (
  conversation INTEGER PRIMARY KEY,
  tid TEXT,
  fence INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until REAL,
  cancel INTEGER NOT NULL,
  queue TEXT NOT NULL,
  expires_at INTEGER,
  record TEXT
) STRICT;`

/** Turns that wait, and those that have ended until their keys are forgotten. */
const turn = `
CREATE TABLE IF NOT EXISTS turn (
  conversation INTEGER NOT NULL,
  tid TEXT NOT NULL,
  record BLOB NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (conversation, tid)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS turn_by_expiry ON turn (expires_at) WHERE expires_at IS NOT NULL;`

/**
 * Not kept in its primary key, as the small ones are: of a row longer than a quarter of a page an
 * index keeps the rest in a page of its own, which would be half empty.
 */
const entry = `
CREATE TABLE IF NOT EXISTS entry (
  conversation INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  tid TEXT NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (conversation, turn)
) STRICT;`

const undelivered = `
CREATE TABLE IF NOT EXISTS undelivered (
  conversation INTEGER PRIMARY KEY,
  from_turn INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER
) STRICT;`

/** Outlives its conversation, and so knows it by name. */
const tombstone = `
CREATE TABLE IF NOT EXISTS tombstone (
  tenant TEXT NOT NULL,
  conversation TEXT NOT NULL,
  until INTEGER,
  PRIMARY KEY (tenant, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tombstone_by_expiry ON tombstone (until) WHERE until IS NOT NULL;`

export const tables = [conversation, unfinished, turn, entry, undelivered, tombstone].join('')
