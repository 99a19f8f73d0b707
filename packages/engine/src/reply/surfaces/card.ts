import { envelopeKeys } from '@turnwise/schema'
import { isRecord } from '../../workflow/plain-json.ts'
import type { Workflow } from '../../workflow/workflow.ts'
import { readJson, recordsIn } from '../activity.ts'
import { adaptiveCardType } from '../attachments.ts'
import { given, nothing, type SurfaceReader } from './reading.ts'

/**
 * Data of the Adaptive Cards of a message: what a card carries itself, or what its buttons would
 * send.
 *
 * Nobody has pressed them. So buttons count only when all of the message would send the same, and
 * then only for the data; what steers the workflow counts only in an envelope that has a prompt or
 * data of its own, on a card whose buttons all send it.
 */
export const readCard: SurfaceReader = ({ activity }, workflow) => {
  const cards = recordsIn(activity.fields.attachments)
    .filter(({ contentType }) => contentType === adaptiveCardType)
    .map(({ content }) => cardIn(content))
  const offers = cards.map(card => buttonsIn(card).map(({ data }) => data))
  const said = [...cards.map(card => card.data), ...offers.map(theSame)].find(isSaid)
  if (said !== undefined) return given(said)
  const data = cards.map(card => card.data).find(isRecord) ?? theSame(offers.flat())
  const fields = isRecord(data) ? withoutSteering(data, workflow) : []
  return fields.length === 0 ? nothing : given(Object.fromEntries(fields))
}

const cardIn = (content: unknown): Record<string, unknown> => {
  const read = typeof content === 'string' ? readJson(content) : { value: content }
  return 'value' in read && isRecord(read.value) ? read.value : {}
}

/** Buttons anywhere in a card: in its body, in shown cards, in fallbacks. */
const buttonsIn = (card: Record<string, unknown>): Record<string, unknown>[] => {
  const buttons: Record<string, unknown>[] = []
  let open: unknown[] = [card]
  while (open.length > 0) {
    buttons.push(...open.filter(isRecord).filter(isButton))
    open = open.flatMap(node =>
      typeof node === 'object' && node !== null ? Object.values(node) : []
    )
  }
  return buttons
}

const isButton = ({ type }: Record<string, unknown>): boolean =>
  type === 'Action.Submit' || type === 'Action.Execute'

/** What all of them would send, when it is the same. */
const theSame = (offers: readonly unknown[]): unknown =>
  new Set(offers.map(offer => JSON.stringify(offer))).size === 1 ? offers[0] : undefined

const isSaid = (data: unknown): data is Record<string, unknown> =>
  isRecord(data) && (typeof data.prompt === 'string' || isRecord(data.data))

const withoutSteering = (data: Record<string, unknown>, workflow: Workflow): [string, unknown][] =>
  Object.entries(data).filter(
    ([name]) =>
      !Object.hasOwn(envelopeKeys, name) || Object.hasOwn(workflow.data?.full.shape ?? {}, name)
  )
