/** Keys of turns that the agent answers with data which does not fit, until it is asked to put it right. */
export const misreadKeys = 'careful'

/** What was said to the agent: a key, or the wish that the answer to it be put right. */
export type Question = { key: string; ask: 0 | 1 }

/** A correction quotes the answer it is about, and that one names the key. */
export const questionOf = (text: string): Question => {
  const [, key] = /"heard":"([^"]+)"/.exec(text) ?? []
  return key === undefined ? { key: text, ask: 0 } : { key, ask: 1 }
}

/**
 * The answer to a question. It tells which call it answers: two of one key are never the same.
 *
 * @param time how often this question has been put, from 1 on
 */
export const answerTo = ({ key, ask }: Question, time: number): string => {
  if (!key.startsWith(misreadKeys))
    return `I heard ${key}, ${time === 1 ? 'once' : `${time} times`}.`
  return JSON.stringify({ heard: key, times: ask === 0 ? { far: 'too often' } : time })
}
