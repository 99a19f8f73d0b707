export const COMPOSER = 'message'

/** Puts the person where they can write: only ever called for something they did. */
export const focusComposer = (): void => document.getElementById(COMPOSER)?.focus()

/** A press by keyboard: there the focus has to go on somewhere when what was pressed goes away. */
export const byKeyboard = ({ detail }: { detail: number }): boolean => detail === 0
