import type { ParseProblem, Surface } from '@turnwise/schema'
import { isRecord } from '../workflow/plain-json.ts'
import { type Activity, fromAgent, readActivity, recordsIn, textIn } from './activity.ts'
import { type Part, readAttachment } from './attachments.ts'
import { entityCitations, readCitations } from './citations.ts'
import type { HeardMessage, HeardReply } from './heard-reply.ts'
import { type Problem, problem } from './problem.ts'
import type { ReplyRules } from './rules.ts'
import { spokenChoice } from './simple-card.ts'
import { throttlingCode } from './throttling.ts'

const mostAttachments = 50
const mostSuggestions = 20

/**
 * Turns raw activities into messages: text, cards, images, files, hand-over and the end of the
 * conversation, with citations and suggested actions.
 *
 * Pure and the same for every channel. It never throws: what cannot be read is left out and told.
 */
export const normalise = (raws: readonly string[], rules: ReplyRules): HeardReply => {
  const messages: HeardMessage[] = []
  const problems: ParseProblem[] = []
  for (const [index, raw] of raws.entries()) {
    const activity = readActivity(raw, index)
    const place = (surface: Surface) => (found: Problem) => {
      problems.push({ surface, activity: index, ...found })
    }
    if ('unreadable' in activity)
      place('text')(problem([], 'activity', 'a readable activity', activity.unreadable))
    else if (fromAgent(activity)) messages.push(...messagesIn(activity, rules, place))
  }
  return { messages, problems, throttled: throttlingCode(messages.at(-1)) }
}

type Report = (surface: Surface) => (found: Problem) => void

const messagesIn = (activity: Activity, rules: ReplyRules, report: Report): HeardMessage[] => {
  const { type, fields } = activity
  if (type === 'message') return [readMessage(activity, rules, report)]
  if (type === 'handoff' || (type === 'event' && fields.name === 'handoff.initiate'))
    return [signal(activity, { kind: 'handoff' })]
  if (type === 'endOfConversation') {
    const text = textIn(fields.text) || 'The agent has ended the conversation.'
    return [signal(activity, { kind: 'status', text })]
  }
  return []
}

const signal = (activity: Activity, part: Part): HeardMessage => ({
  activity,
  text: '',
  citations: [],
  parts: [part],
  suggestedActions: []
})

const readMessage = (activity: Activity, rules: ReplyRules, report: Report): HeardMessage => {
  const { text, entities, attachments, suggestedActions } = activity.fields
  const { citations, problems } = readCitations(entityCitations(entities), rules)
  problems.forEach(report('entities'))

  const parts: Part[] = []
  const choices: { title: string; value: string }[] = []
  const sent = recordsIn(attachments)
  for (const [index, attachment] of sent.slice(0, mostAttachments).entries()) {
    const read = readAttachment(attachment, ['attachments', index], rules)
    read.problems.forEach(report('card'))
    if (read.part !== null) parts.push(read.part)
    choices.push(...read.choices)
  }
  if (sent.length > mostAttachments)
    report('card')(problem(['attachments'], 'attachment', `at most ${mostAttachments}`, sent))

  const suggested = isRecord(suggestedActions) ? recordsIn(suggestedActions.actions) : []
  const offered = suggested.flatMap(action => spokenChoice(action) ?? [])
  choices.push(...offered)
  if (offered.length < suggested.length || choices.length > mostSuggestions)
    report('text')(problem(['suggestedActions'], 'suggestion', suggestionRule, suggested))
  return {
    activity,
    text: textIn(text),
    citations,
    parts,
    suggestedActions: choices.slice(0, mostSuggestions)
  }
}

const suggestionRule = `at most ${mostSuggestions}, each something to say`
