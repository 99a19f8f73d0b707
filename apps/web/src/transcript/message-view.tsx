import type { Message } from '@turnwise/schema'
import { memo, type ReactElement } from 'react'
import { useStore } from 'zustand'
import { Card } from '../cards/card.tsx'
import type { Conversation } from '../conversation/conversation.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Attachment } from './attachment.tsx'
import { Citations } from './citations.tsx'
import { StatusNote } from './status-note.tsx'
import styles from './transcript.module.css'

export type MessageViewProps = {
  message: Message
  conversation: Conversation
  /** It belongs to the newest turn, and nothing has happened since. */
  isLast: boolean
}

/** One message, in the form that its kind asks for. */
export const MessageView = memo((props: MessageViewProps): ReactElement => {
  const { message } = props
  return (
    <>
      <Body {...props} />
      {message.citations.length > 0 && <Citations citations={message.citations} />}
    </>
  )
})

function Body({ message, conversation, isLast }: MessageViewProps): ReactElement | null {
  const { kind, text = '', card, cardId, attachment } = message
  if (message.role === 'user') {
    return (
      <p className={styles.said} dir="auto">
        {text}
      </p>
    )
  }
  if (card !== undefined && cardId !== undefined) {
    return <OpenCard card={card} cardId={cardId} conversation={conversation} />
  }
  if (attachment !== undefined) return <Attachment kind={kind} attachment={attachment} />
  if (kind === 'handoff') {
    return <StatusNote text={text || 'A person takes over from here.'} />
  }
  if (message.role === 'system' || kind === 'status') {
    return text === '' ? null : (
      <StatusNote text={text} message={message} conversation={isLast ? conversation : null} />
    )
  }
  return <Markdown text={text} />
}

function OpenCard({
  card,
  cardId,
  conversation
}: {
  card: Record<string, unknown>
  cardId: string
  conversation: Conversation
}): ReactElement {
  const open = useStore(
    conversation,
    ({ openCards, workflowState }) =>
      openCards.includes(cardId) && workflowState?.status !== 'completed'
  )
  const idle = useStore(
    conversation,
    ({ running, stuck }) =>
      running === null && (stuck === null || stuck.problem.code === 'ERR_CARD_INPUT_INVALID')
  )
  return (
    <Card
      card={card}
      open={open && idle}
      used={!open}
      onSubmit={submit => conversation.submit({ cardId, ...submit })}
    />
  )
}
