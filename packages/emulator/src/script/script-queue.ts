import { type Behaviour, usual } from './behaviour.ts'

/** The request a behaviour is looked for. */
export interface Occasion {
  on: Behaviour['on']
  conversationId: string | null
  text: string
}

/** Behaviours that wait for the request they apply to, in the order they were scripted. */
export class ScriptQueue {
  #waiting: { behaviour: Behaviour; left: number }[] = []

  get pending(): number {
    return this.#waiting.reduce((sum, { left }) => sum + left, 0)
  }

  add(behaviours: readonly Behaviour[]): void {
    for (const behaviour of behaviours) this.#waiting.push({ behaviour, left: behaviour.times })
  }

  clear(): void {
    this.#waiting = []
  }

  /** Takes the first behaviour that fits; it is spent once it applied `times` times. */
  take(occasion: Occasion): Behaviour {
    const at = this.#waiting.findIndex(({ behaviour }) => fits(behaviour, occasion))
    const found = this.#waiting[at]
    if (!found) return usual
    found.left -= 1
    if (found.left === 0) this.#waiting.splice(at, 1)
    return found.behaviour
  }
}

function fits({ on, conversationId, match }: Behaviour, occasion: Occasion): boolean {
  return (
    on === occasion.on &&
    (conversationId === undefined || conversationId === occasion.conversationId) &&
    (match === undefined || occasion.text.includes(match.text))
  )
}
