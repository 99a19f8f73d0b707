import { chosen } from '../reply/next-ask.ts'
import type { Answers } from './correct.ts'
import { endThrottled } from './endings.ts'
import type { LoadedTurn } from './load.ts'
import { withParseCircuit } from './parse-circuit.ts'
import type { Parts } from './parts.ts'
import { type Reduced, reduce } from './reduce.ts'

/** Makes of what an agent replied what the turn becomes: pure, but for telling observers. */
export const understand = (turn: LoadedTurn, answers: Answers, parts: Parts): Reduced => {
  const { reply, parsed, throttled } = chosen(answers.readings)
  if (throttled !== null) {
    parts.circuits.failed(turn.channel.id, turn.workflow.id)
    return endThrottled(turn, reply, throttled, parts)
  }
  return withParseCircuit(turn, reduce(turn, parsed, reply), parts)
}
