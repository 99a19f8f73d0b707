import type { Acknowledgement } from '../client/log.ts'
import type { Observed, Violation } from '../history/observed.ts'
import type { Told } from '../worker/subject.ts'

/** A run without what its store has lost, and who was not told of that. */
export type WithoutLost = {
  observed: Observed
  /** Acknowledgements that were lost. */
  lost: number
  /** Clients that had seen what is lost, and were not told so when they came back. */
  unnoticed: readonly Violation[]
}

/**
 * Takes out of an observation what the store has lost. What is left must keep to the laws, and every
 * client that has seen what is lost must be told when it comes back with that.
 */
export const withoutLost = (
  observed: Observed,
  repeats: ReadonlyMap<string, Told>
): WithoutLost => {
  const isLost = ({ conversation, answer }: Acknowledgement): boolean =>
    answer !== null &&
    !observed.histories
      .get(conversation)
      ?.entries.some(({ turn, hash }) => answer.seen === `${turn}.${hash}`)
  const gone = observed.acknowledgements.filter(isLost)
  const goneKeys = new Set(gone.map(({ key }) => key))
  const unnoticed = gone.flatMap(({ conversation, key }) => {
    const told = repeats.get(key)
    const noticed =
      told === undefined || (told.kind === 'refused' && told.code === 'ERR_CONVERSATION_REGRESSED')
    const detail = `${key} is lost, and its client was told ${told?.kind}`
    return noticed ? [] : [{ law: 'unnoticed', conversation, detail }]
  })
  return {
    observed: {
      ...observed,
      acknowledgements: observed.acknowledgements.filter(({ key }) => !goneKeys.has(key)),
      refusals: observed.refusals.filter(({ key }) => !goneKeys.has(key))
    },
    lost: goneKeys.size,
    unnoticed
  }
}
