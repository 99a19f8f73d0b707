import type { Argument, RedisReply } from './client.ts'
import type { Connection } from './connection.ts'
import type { Script, ScriptName } from './scripts.ts'

/** What a script says: the kind of its answer, and what comes with it. */
export type Answer = readonly [kind: string, ...rest: (RedisReply | undefined)[]]

/** Runs a script over keys of one slot. */
export type RunScript = (
  name: ScriptName,
  keys: readonly string[],
  args: readonly Argument[]
) => Promise<Answer>

/**
 * Runs scripts by their hash, and by their text where the server has forgotten them. They are sent
 * ahead, so that what is asked for in some order is done in that order.
 */
export const scriptRunner = async (
  connection: Pick<Connection, 'send'>,
  scripts: Record<ScriptName, Script>
): Promise<RunScript> => {
  const texts = Object.values(scripts).map(({ text }) => text)
  await Promise.all(texts.map(text => connection.send(['SCRIPT', 'LOAD', text])))
  return async (name, keys, args) => {
    const { text, sha } = scripts[name]
    const rest = [String(keys.length), ...keys, ...args]
    const reply = await connection.send(['EVALSHA', sha, ...rest]).catch(error => {
      if (!isMissing(error)) throw error
      return connection.send(['EVAL', text, ...rest])
    })
    const [kind, ...others] = reply as readonly RedisReply[]
    return [String(kind), ...others]
  }
}

const isMissing = (error: { cause?: { message?: unknown } }): boolean =>
  String(error.cause?.message).startsWith('NOSCRIPT')
