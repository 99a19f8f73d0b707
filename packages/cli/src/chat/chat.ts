import { type Client, ClientProblem, type TurnStream } from '@turnwise/client'
import type { TurnAnswer, WorkflowState } from '@turnwise/schema'
import { fillIn, openCardOf, showActions } from './ask-card.ts'
import { choicesOf, showChoices } from './choices.ts'
import { printableLine } from './printable.ts'
import type { Screen } from './screen.ts'
import { showState, showSummary } from './show-state.ts'
import { showTurn } from './show-turn.ts'

export type ChatOptions = {
  client: Client
  screen: Screen
  workflowId: string | undefined
}

/** How a chat came to its end: by itself, by its user, or by a failure. */
export type ChatEnd = 'completed' | 'left' | 'failed'

/** What is known after a turn, and what the next one can build on. */
type Place = { answer: TurnAnswer; state: WorkflowState }

/** One way to make a turn; called again with the same key for a retry. */
type Action = (key?: string) => TurnStream

/**
 * Holds one conversation in a terminal: until the workflow is completed, the input ends, or a turn
 * fails with nobody there to decide what to do.
 */
export async function chat({ client, screen, workflowId }: ChatOptions): Promise<ChatEnd> {
  const opening = workflowId === undefined ? {} : { workflowId }
  let conversationId: string | undefined
  screen.onInterrupt(interrupter(() => conversationId, client, screen))

  let place = await take(key => client.start(opening, key === undefined ? {} : { key }), null)
  if (place === null) return 'failed'
  conversationId = place.answer.conversationId
  for (;;) {
    if (place.state.status === 'completed') {
      showSummary(place.state, screen)
      return 'completed'
    }
    const action = await nextAction(place, client, screen)
    if (action === null) return 'left'
    const next = await take(action, place)
    if (next === null && !screen.interactive) return 'failed'
    place = next ?? place
  }

  /** Runs an action until it has an answer, or its user gives it up. */
  async function take(action: Action, before: Place | null): Promise<Place | null> {
    let turn = action()
    for (;;) {
      const shown = await showTurn(turn, screen)
      if ('answer' in shown) {
        const { answer } = shown
        if (answer.outcome === 'uncertain') screen.line(screen.style.wrong(UNCERTAIN))
        if (answer.outcome === 'stopped') screen.line(screen.style.faint('(stopped)'))
        showState(before?.state ?? null, answer.workflowState, screen)
        return { answer, state: answer.workflowState }
      }
      showProblem(shown.problem, screen)
      const { retry } = shown.problem.problem
      if (retry === 'none' || !screen.interactive) return null
      const again = await screen.ask('Try again? (y/n) ')
      if (!/^y/i.test(again ?? '')) return null
      turn = action(retry === 'same-key' ? turn.key : undefined)
    }
  }
}

const UNCERTAIN =
  'The reply was lost, and the agent may have acted on the message. Say it again only if that does no harm.'

/** Asks what to do next; null when the input has ended. */
async function nextAction(
  { answer }: Place,
  client: Client,
  screen: Screen
): Promise<Action | null> {
  const { conversationId } = answer
  const card = openCardOf(answer)
  const choices = card === null ? choicesOf(answer) : []
  if (card !== null) showActions(card, screen)
  showChoices(choices, screen)
  for (;;) {
    const line = await screen.ask('> ')
    if (line === null || /^\/(?:quit|exit)$/.test(line.trim())) return null
    if (line.trim() === '') continue
    const pressed = card?.actions[Number(line.trim()) - 1]
    if (card !== null && pressed !== undefined) {
      const submit = await fillIn(card, pressed, screen)
      if (submit === null) return null
      return key => client.cardAction({ conversationId, ...submit }, keyed(key))
    }
    const text = choices[Number(line.trim()) - 1]?.value ?? line
    return key => client.send({ conversationId, text }, keyed(key))
  }
}

const keyed = (key: string | undefined): { key?: string } => (key === undefined ? {} : { key })

function showProblem({ problem }: ClientProblem, screen: Screen): void {
  screen.line(screen.style.wrong(printableLine(`${problem.title}. ${problem.detail ?? ''}`)))
  for (const { path, expected, got } of problem.issues ?? []) {
    screen.line(printableLine(`  ${path}: expected ${expected}, got ${got}`))
  }
}

/** The first Ctrl-C stops the turn in flight, the second leaves. */
function interrupter(
  conversationId: () => string | undefined,
  client: Client,
  screen: Screen
): () => void {
  let asked = false
  return () => {
    const id = conversationId()
    if (asked || id === undefined) process.exit(130)
    asked = true
    client.stop(id).then(
      stopping => {
        if (!stopping) process.exit(130)
        screen.line(screen.style.faint('\n(stopping; Ctrl-C again leaves)'))
        asked = false
      },
      (error: unknown) => {
        if (error instanceof ClientProblem) showProblem(error, screen)
        process.exit(1)
      }
    )
  }
}
