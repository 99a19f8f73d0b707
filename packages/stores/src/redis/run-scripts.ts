import type { Argument, Connection, RedisReply } from './connection.ts'
import type { Script, ScriptName } from './scripts.ts'

/** What a script says: the kind of its answer, and what comes with it. */
export type Answer = readonly [kind: string, ...rest: (RedisReply | undefined)[]]

/** Runs a script over keys of one slot. */
export type RunScript = (
  name: ScriptName,
  keys: readonly string[],
  args: readonly Argument[]
) => Promise<Answer>

/** Runs scripts by their hash, and by their text where the server does not have them (any more). */
export const scriptRunner =
  (connection: Pick<Connection, 'send'>, scripts: Record<ScriptName, Script>): RunScript =>
  async (name, keys, args) => {
    const { text, sha } = scripts[name]
    const rest = [String(keys.length), ...keys, ...args]
    const reply = await connection.send(['EVALSHA', sha, ...rest]).catch(error => {
      if (!isMissing(error)) throw error
      return connection.send(['EVAL', text, ...rest])
    })
    const [kind, ...others] = reply as readonly RedisReply[]
    return [String(kind), ...others]
  }

const isMissing = (error: { cause?: { message?: unknown } }): boolean =>
  String(error.cause?.message).startsWith('NOSCRIPT')
