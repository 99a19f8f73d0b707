import type { Mode, Pick } from '@turnwise/parse'

/** What a person gives to the playground: everything a link has to carry. */
export type Case = {
  text: string
  /** A JSON Schema as it was typed; empty for none. */
  schema: string
  mode: Mode
  pick: Pick
  strict: boolean
}

export const modes = ['reply', 'document'] as const satisfies readonly Mode[]
export const picks = ['best', 'first', 'last', 'only'] as const satisfies readonly Pick[]

export const isSameCase = (one: Case, other: Case): boolean =>
  one.text === other.text &&
  one.schema === other.schema &&
  one.mode === other.mode &&
  one.pick === other.pick &&
  one.strict === other.strict
