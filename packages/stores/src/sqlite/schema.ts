/** Rises when the tables change; a file of a newer schema is refused. */
export const schemaVersion = 3

/** Rises when what stands in the columns changes; a row of a newer format is set aside. */
export const rowFormat = 1

/** A turn is in flight or waiting; the few rows of which this is true have an index of their own. */
export const unfinished = "(tid IS NOT NULL OR queue <> '[]')"

/**
 * Small rows are kept in their primary key. Entries are not: of a row longer than a quarter of a page
 * an index keeps the rest in a page of its own, which would be half empty.
 */
export const tables = `
CREATE TABLE IF NOT EXISTS conversation (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  user TEXT NOT NULL,
  title TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL,
  fence INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until REAL,
  tid TEXT,
  cancel INTEGER NOT NULL,
  queue TEXT NOT NULL,
  workflow_id TEXT NOT NULL,
  workflow_version INTEGER NOT NULL,
  ref TEXT,
  locale TEXT NOT NULL,
  state TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_turn_at TEXT NOT NULL,
  expires_at INTEGER,
  format INTEGER NOT NULL DEFAULT ${rowFormat},
  PRIMARY KEY (tenant, id)
) STRICT;
CREATE INDEX IF NOT EXISTS conversation_by_owner ON conversation (tenant, user, last_turn_at, id);
CREATE INDEX IF NOT EXISTS conversation_unfinished ON conversation (tenant, id)
  WHERE ${unfinished};
CREATE INDEX IF NOT EXISTS conversation_by_expiry ON conversation (expires_at)
  WHERE expires_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS turn (
  tenant TEXT NOT NULL,
  conversation TEXT NOT NULL,
  tid TEXT NOT NULL,
  record BLOB NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (tenant, conversation, tid)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS turn_by_expiry ON turn (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS entry (
  tenant TEXT NOT NULL,
  conversation TEXT NOT NULL,
  turn INTEGER NOT NULL,
  tid TEXT NOT NULL,
  entry BLOB NOT NULL,
  PRIMARY KEY (tenant, conversation, turn)
) STRICT;
CREATE TABLE IF NOT EXISTS tombstone (
  tenant TEXT NOT NULL,
  conversation TEXT NOT NULL,
  until INTEGER,
  PRIMARY KEY (tenant, conversation)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tombstone_by_expiry ON tombstone (until) WHERE until IS NOT NULL;
`
