import type { ReactElement } from 'react'
import { useStore } from 'zustand'
import { useAgentName } from '../app/context.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Announcement } from '../conversation/state.ts'

/**
 * Tells a screen reader each finished reply, once and politely. The transcript itself is silent, so
 * that nobody hears a text grow word by word.
 */
export function Announcer({ conversation }: { conversation: Conversation }): ReactElement {
  const announcement = useStore(conversation, state => state.announcement)
  const agent = useAgentName()
  return (
    <div className="visually-hidden" role="status" aria-live="polite" data-announcer>
      {announcement !== null && <p key={announcement.turn}>{words(agent, announcement)}</p>}
    </div>
  )
}

const words = (agent: string, { said, noted }: Announcement): string =>
  [said === '' ? '' : `${agent}: ${said}`, noted].filter(part => part !== '').join('\n')
