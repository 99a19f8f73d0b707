import type { Activity } from '../../wire/activity.ts'
import type { Answer } from '../answer.ts'

/** A message in Markdown, with the answer's card when it has one. */
export function messageOf(text: string, { card }: Pick<Answer, 'card'>): Activity {
  const message: Activity = { type: 'message', textFormat: 'markdown', text }
  return card === null ? message : { ...message, attachments: [attachment(card)] }
}

export function attachment(card: Activity): Activity {
  return { contentType: 'application/vnd.microsoft.card.adaptive', content: card }
}

/** JSON in a fence, as models are asked to write it. */
export function fence(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``
}

/** Readable words first, then the data in a fence; words alone when there is no data. */
export function proseWithFence({ prose, envelope }: Answer): string {
  return envelope === null ? prose : `${prose}\n\n${fence(envelope)}`
}
