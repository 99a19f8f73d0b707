/** The id of a message: its turn and its place there, the user's own message first. */
export const messageIdOf = (turn: number, index: number): string => `${turn}-${index}`
