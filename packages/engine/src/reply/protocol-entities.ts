import { textIn } from './activity.ts'

/** Entity types the protocol itself uses: never structured data. */
const known = new Set([
  'streaminfo',
  'mention',
  'clientinfo',
  'thought',
  'thing',
  'place',
  'geocoordinates',
  'productinfo',
  'botmessagepreview',
  'activitytreatment'
])

const schemaOrg = /^https?:\/\/schema\.org(?:[/#]|$)/i

/** Whether an entity belongs to the protocol rather than to the workflow. */
export const isProtocolEntity = (entity: Record<string, unknown>): boolean =>
  known.has(textIn(entity.type).toLowerCase()) ||
  schemaOrg.test(textIn(entity.type)) ||
  schemaOrg.test(textIn(entity['@context']))
