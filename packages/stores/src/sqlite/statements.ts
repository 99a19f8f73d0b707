import type { DatabaseSync } from 'node:sqlite'
import { expiresAt, selectHeads } from './head-row.ts'
import { rowFormat } from './schema.ts'

/** What is asked and written of one conversation, prepared once. */
export const prepareStatements = (database: DatabaseSync) => {
  const prepare = (sql: string) => database.prepare(sql)
  return {
    selectHead: prepare(`${selectHeads} WHERE c.tenant = ? AND c.id = ?`),
    selectOutline: prepare(`
      SELECT c.number, c.user, u.tid, ${expiresAt} AS expires_at
      FROM conversation c LEFT JOIN unfinished u ON u.conversation = c.number
      WHERE c.tenant = ? AND c.id = ?`),
    insertConversation: prepare(`
      INSERT INTO conversation (title, version, hash, workflow_id, workflow_version, ref, locale,
        state, created_at, last_turn_at, fence, expires_at, sweep_at, tenant, id, user, format)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${rowFormat})`),
    updateConversation: prepare(`
      UPDATE conversation SET title = ?, version = ?, hash = ?, workflow_id = ?,
        workflow_version = ?, ref = ?, locale = ?, state = ?, created_at = ?, last_turn_at = ?,
        fence = ?, expires_at = ?, format = ${rowFormat}
      WHERE number = ?`),
    updateSweepAt: prepare('UPDATE conversation SET sweep_at = ? WHERE number = ?'),
    insertUnfinished: prepare(`
      INSERT INTO unfinished (tid, fence, lease_owner, lease_until, cancel, queue, expires_at,
        record, conversation)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    updateUnfinished: prepare(`
      UPDATE unfinished SET tid = ?, fence = ?, lease_owner = ?, lease_until = ?, cancel = ?,
        queue = ?, expires_at = ?
      WHERE conversation = ?`),
    updateRecord: prepare('UPDATE unfinished SET record = ? WHERE conversation = ?'),
    deleteUnfinished: prepare('DELETE FROM unfinished WHERE conversation = ?'),
    selectTurn: prepare('SELECT record, expires_at FROM turn WHERE conversation = ? AND tid = ?'),
    upsertTurn: prepare(`
      INSERT INTO turn VALUES (?, ?, ?, ?) ON CONFLICT (conversation, tid)
      DO UPDATE SET record = excluded.record, expires_at = excluded.expires_at`),
    selectEntry: prepare('SELECT entry FROM entry WHERE conversation = ? AND turn = ?'),
    selectEntryOf: prepare(
      'SELECT entry FROM entry WHERE conversation = ? AND turn > ? AND tid = ?'
    ),
    insertEntry: prepare('INSERT INTO entry VALUES (?, ?, ?, ?)'),
    selectUndelivered: prepare('SELECT * FROM undelivered WHERE conversation = ?'),
    upsertUndelivered: prepare('INSERT OR REPLACE INTO undelivered VALUES (?, ?, ?, ?)'),
    deleteUndelivered: prepare('DELETE FROM undelivered WHERE conversation = ?'),
    selectTombstone: prepare('SELECT until FROM tombstone WHERE tenant = ? AND conversation = ?'),
    insertTombstone: prepare('INSERT OR REPLACE INTO tombstone VALUES (?, ?, ?)'),
    removals: [
      'DELETE FROM unfinished WHERE conversation = ?',
      'DELETE FROM turn WHERE conversation = ?',
      'DELETE FROM entry WHERE conversation = ?',
      'DELETE FROM undelivered WHERE conversation = ?',
      'DELETE FROM conversation WHERE number = ?'
    ].map(prepare)
  }
}

export type Statements = ReturnType<typeof prepareStatements>
