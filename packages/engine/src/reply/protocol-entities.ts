/** Entity types the protocol itself uses: never structured data. */
const known = new Set([
  'streaminfo',
  'mention',
  'clientinfo',
  'thought',
  'place',
  'geocoordinates',
  'productinfo',
  'botmessagepreview',
  'activitytreatment'
])

/** Whether an entity belongs to the protocol rather than to the workflow. */
export const isProtocolEntity = (type: string): boolean =>
  known.has(type.toLowerCase()) || /^https?:\/\/schema\.org(\/|$)/i.test(type)
