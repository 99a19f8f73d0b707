/** Decides whether a turn may be asked; charged once per turn, replays are free. */
export interface Budget {
  charge(turn: {
    tenant: string
    user: string
    workflow: string
  }): Promise<{ allowed: true } | { allowed: false; retryAfter: number }>
}

/** Allows everything. */
export const unlimitedBudget: Budget = { charge: async () => ({ allowed: true }) }
