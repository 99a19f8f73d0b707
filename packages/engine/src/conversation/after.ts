import type { Turn } from '../engine.ts'
import { TurnwiseError } from '../errors.ts'

/**
 * A turn that begins when another one of the same conversation has been answered, handed out at once.
 *
 * When the first one fails, the second is never sent, and its result is that failure.
 */
export const after = (first: Turn, begin: () => Promise<Turn>): Turn => {
  const second = first.result.then(result => {
    if (result.kind === 'answered') return begin()
    const { code, message, details } = result.failure
    throw new TurnwiseError(code, message, { details })
  })
  const result = second.then(turn => turn.result)
  result.catch(() => {})
  return {
    conversationId: first.conversationId,
    underWay: second.then(
      turn => turn.underWay,
      () => false
    ),
    async *events(id, signal) {
      const turn = await second.catch(() => null)
      if (turn !== null) yield* turn.events(id, signal)
    },
    result
  }
}
