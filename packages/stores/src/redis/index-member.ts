import type { Address } from '@turnwise/engine'

/** A conversation as a member of an index. */
export const memberOf = ({ tenant, user, conversation }: Address): string =>
  JSON.stringify([tenant, user, conversation])

/** Whose conversation a member of an index is. */
export const addressOf = (member: string): Address => {
  const [tenant = '', user = '', conversation = ''] = JSON.parse(member) as string[]
  return { tenant, user, conversation }
}
