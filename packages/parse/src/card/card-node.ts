import type { ObjectNode, ValueNode } from '../value/node.ts'

/** The last value of a key, as JSON reads it. */
export function memberOf(node: ValueNode | undefined, key: string): ValueNode | undefined {
  if (node?.kind !== 'object') return undefined
  return node.entries.findLast(entry => entry.key === key)?.value
}

export function textOf(node: ValueNode | undefined, key: string): string | undefined {
  const value = memberOf(node, key)
  return value?.kind === 'string' ? value.value : undefined
}

const CONTENT_TYPE = 'application/vnd.microsoft.card.adaptive'

/** Says whether an object is an Adaptive Card, an attachment with one, or a list of attachments. */
export function looksLikeCard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if ('type' in value && value.type === 'AdaptiveCard') return true
  if ('contentType' in value && value.contentType === CONTENT_TYPE) return true
  if (!('attachments' in value) || !Array.isArray(value.attachments)) return false
  return value.attachments.some(looksLikeCard)
}

export function isObject(node: ValueNode | undefined): node is ObjectNode {
  return node?.kind === 'object'
}
