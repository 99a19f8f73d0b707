import { type ReactElement, type SyntheticEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { Conversation } from '../conversation/conversation.ts'
import { type ConversationState, lastTurn, turnOf } from '../conversation/state.ts'
import { Button } from '../look/button.tsx'
import styles from './composer.module.css'
import { byKeyboard, focusComposer } from './focus-composer.ts'

type Choice = { title: string; value: string }

/** Answers that are one press away, and a calendar where a day is asked for. */
export function Suggestions({ conversation }: { conversation: Conversation }): ReactElement | null {
  const state = useStore(conversation)
  if (state.running !== null || state.stuck !== null || state.phase !== 'ready') return null
  if (state.workflowState?.status === 'completed') return null
  const choices = choicesOf(state)
  if (choices.length > 0) {
    return (
      <ul className={styles.choices} aria-label="Suggested answers">
        {choices.map(({ title, value }) => (
          <li key={`${title} ${value}`}>
            <Button
              onClick={event => {
                conversation.send(value)
                if (byKeyboard(event)) focusComposer()
              }}
            >
              {title}
            </Button>
          </li>
        ))}
      </ul>
    )
  }
  const asksForDay = state.workflowState?.suggestedInputs?.type === 'date'
  return asksForDay ? <Day onChosen={day => conversation.send(day)} /> : null
}

/** What the last message offers, else what the workflow expects; a card asks for itself. */
function choicesOf({ messages, workflowState, openCards }: ConversationState): Choice[] {
  const turn = lastTurn(messages)
  const last = messages.filter(one => turnOf(one) === turn)
  const offered = last.flatMap(({ suggestedActions }) => suggestedActions)
  if (offered.length > 0) return offered
  if (last.some(({ cardId }) => cardId !== undefined && openCards.includes(cardId))) return []
  const { type, choices = [] } = workflowState?.suggestedInputs ?? {}
  if (choices.length > 0) return choices
  return type === 'confirm'
    ? [
        { title: 'Yes', value: 'yes' },
        { title: 'No', value: 'no' }
      ]
    : []
}

function Day({ onChosen }: { onChosen: (day: string) => void }): ReactElement {
  const [day, setDay] = useState('')
  const choose = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (day === '') return
    onChosen(day)
    focusComposer()
  }
  return (
    <form className={styles.day} onSubmit={choose} aria-label="Choose a day">
      <label>
        <span className={styles.dayLabel}>Choose a day</span>
        <input type="date" value={day} onChange={event => setDay(event.target.value)} />
      </label>
      <Button type="submit" aria-disabled={day === ''}>
        Use this day
      </Button>
    </form>
  )
}
