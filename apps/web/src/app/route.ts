const PATH = /^\/c\/([A-Za-z0-9_-]{1,64})$/

/** The conversation an address names, or null for the place where one is begun. */
export const conversationIn = (path: string): string | null => PATH.exec(path)?.[1] ?? null

export const pathOf = (conversationId: string | null): string =>
  conversationId === null ? '/' : `/c/${conversationId}`
