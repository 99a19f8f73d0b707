import type { CardActionName } from '@turnwise/schema'

/** What of a reply may reach a person: hosts of links and kinds of card actions. */
export type ReplyRules = {
  /** Hosts a link may lead to; every public host when absent. */
  allowedHosts?: readonly string[]
  /** Kinds of card action that are let through; all when absent. */
  allowedActions?: readonly CardActionName[]
}
