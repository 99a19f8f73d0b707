import type { Behaviour } from '../script/behaviour.ts'
import type { Activity } from '../wire/activity.ts'
import type { Answer } from './answer.ts'
import { express, type StyleName } from './express/index.ts'

/** Says what goes on the wire: what is scripted, else the scenario's answer in a style. */
export function planActivities(
  answer: Answer,
  behaviour: Behaviour,
  streamId: string,
  defaultStyle: StyleName
): readonly Activity[] {
  if (behaviour.activities) return behaviour.activities
  const { text, envelope, style, errorCode } = behaviour
  const scripted = text !== undefined || envelope !== undefined
  const said: Answer = scripted
    ? { prose: text ?? envelope?.prompt?.toString() ?? '', envelope: envelope ?? null, card: null }
    : answer
  const wordsAlone = text !== undefined && envelope === undefined
  const spoken = express(style ?? (wordsAlone ? 'plain' : defaultStyle), said, {
    streamId,
    errorCode: errorCode ?? 'GenAIToolPlannerRateLimitReached'
  })
  return [...spoken, ...(said.signals ?? [])]
}
