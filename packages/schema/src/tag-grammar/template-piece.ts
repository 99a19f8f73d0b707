/** What can stand between `{{` and `}}` in a template. */
export const TEMPLATE_SLOTS = [
  'step',
  'phase',
  'turnNumber',
  'collectedData',
  'constraints',
  'allowedActions',
  'omitted',
  'mark',
  'contract',
  'memory',
  'history',
  'userInput',
  'nonce'
] as const

/** The name of a slot. */
export type TemplateSlot = (typeof TEMPLATE_SLOTS)[number]

/** A template in pieces: what is written as it stands, and what is put in its place. */
export type TemplatePiece = string | { readonly slot: TemplateSlot }
