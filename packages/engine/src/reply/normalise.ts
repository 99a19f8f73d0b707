import { type DisplayMessage, type ParseProblem, safeHref } from '@turnwise/schema'
import { type Activity, fromAgent, isRecord, readActivity, recordsOf, textOf } from './activity.ts'
import { readAttachment } from './attachments.ts'
import { entityCitations, readCitations } from './citations.ts'
import type { ReplyRules } from './rules.ts'

/** One message of the agent: the activity it came in, and what of it a person sees. */
export type HeardMessage = { activity: Activity; parts: readonly DisplayMessage[] }

/** A reply as activities, understood as far as messages go; what it says to the workflow is read later. */
export type HeardReply = {
  messages: readonly HeardMessage[]
  problems: readonly ParseProblem[]
  /** The error code of a message that only says that the far side is busy. */
  throttled: string | null
}

const rateLimit = /\b(?:Error code:\s*)?(\w*(?:RateLimitReached|RateLimitExceeded))\b/

/**
 * Turns raw activities into messages: text, cards, images, files, hand-over, with their citations
 * and suggested actions. Pure, the same for every channel; what cannot be read is reported.
 */
export const normalise = (raws: readonly string[], rules: ReplyRules): HeardReply => {
  const messages: HeardMessage[] = []
  const problems: ParseProblem[] = []
  let throttled: string | null = null

  for (const [index, raw] of raws.entries()) {
    const activity = readActivity(raw, index)
    if ('unreadable' in activity) {
      problems.push(problem(index, 'activity', 'a readable activity', activity.unreadable))
      continue
    }
    if (!fromAgent(activity)) continue
    if (activity.type === 'event' && activity.fields.name === 'handoff.initiate')
      messages.push({ activity, parts: [plain('handoff')] })
    if (activity.type !== 'message') continue
    throttled ??= rateLimit.exec(textOf(activity))?.[1] ?? null
    messages.push({ activity, parts: partsOf(activity, rules, problems) })
  }
  return { messages, problems, throttled }
}

const partsOf = (
  activity: Activity,
  rules: ReplyRules,
  problems: ParseProblem[]
): DisplayMessage[] => {
  const { citations, bad } = readCitations(entityCitations(activity.fields.entities), rules)
  for (const { index, reason } of bad)
    problems.push(
      problem(activity.index, 'citation', 'a name and a safe link', reason, `/citations/${index}`)
    )

  const parts: DisplayMessage[] = []
  const text = textOf(activity)
  if (text !== '') parts.push({ ...plain('text'), text, citations })
  for (const attachment of recordsOf(activity.fields.attachments).slice(0, 50)) {
    const read = readAttachment(attachment, rules, href => safeHref(href, rules))
    if ('part' in read) parts.push({ ...plain(read.part.kind), ...read.part })
    else problems.push(problem(activity.index, 'attachment', 'something to show', read.reason))
  }
  const actions = suggestedActions(activity)
  const last = parts.at(-1)
  if (actions.length > 0 && last === undefined) parts.push({ ...plain('status'), text: '' })
  return parts.map((part, index) =>
    index === parts.length - 1 ? { ...part, suggestedActions: actions } : part
  )
}

const suggestedActions = (activity: Activity): { title: string; value: string }[] => {
  const suggested = activity.fields.suggestedActions
  if (!isRecord(suggested)) return []
  return recordsOf(suggested.actions)
    .slice(0, 20)
    .flatMap(action => {
      const value = action.value ?? action.title
      const title = action.title ?? value
      if (typeof value !== 'string' || typeof title !== 'string') return []
      return [{ title: title.toWellFormed(), value: value.toWellFormed() }]
    })
}

const plain = (kind: DisplayMessage['kind']): DisplayMessage => ({
  kind,
  citations: [],
  suggestedActions: []
})

const problem = (
  activity: number,
  rule: string,
  expected: string,
  got: string,
  path = ''
): ParseProblem => ({ surface: 'text', activity, path, rule, expected, got: got.slice(0, 80) })
