type Json = Record<string, unknown>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A card that loads nothing from elsewhere: where a picture was, its description is read.
 *
 * A picture fetched from a stranger's host tells that host who reads the message, and when.
 */
export function withoutPictures(card: Json): Json {
  return changed(card) as Json
}

function changed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(changed)
  if (!isJson(value)) return value
  switch (value.type) {
    case 'Image':
      return described(value)
    case 'ImageSet':
      return {
        type: 'Container',
        items: Array.isArray(value.images) ? value.images.map(described) : []
      }
    case 'Media':
      return note(
        `Recording${typeof value.altText === 'string' ? `: ${plain(value.altText)}` : ''}`,
        value
      )
    default: {
      const { backgroundImage: _picture, iconUrl: _icon, poster: _poster, ...rest } = value
      return Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, changed(item)]))
    }
  }
}

function described(image: unknown): Json {
  const { altText, url, selectAction, ...rest } = isJson(image) ? image : {}
  const words = typeof altText === 'string' && altText !== '' ? plain(altText) : 'no description'
  const shown = note(`Picture: ${words}${hostOf(url)}`, rest)
  return selectAction === undefined
    ? shown
    : { type: 'Container', items: [shown], selectAction: changed(selectAction) }
}

const hostOf = (url: unknown): string =>
  typeof url === 'string' && URL.canParse(url) ? ` (${new URL(url).host})` : ''

/** Words of a stranger, and no Markdown. */
const plain = (text: string): string => text.replace(/[[\]()*_`<>\\]/g, ' ')

const note = (text: string, { id, isVisible, separator, spacing }: Json): Json => ({
  type: 'TextBlock',
  text,
  isSubtle: true,
  wrap: true,
  size: 'Small',
  ...(id === undefined ? {} : { id }),
  ...(isVisible === undefined ? {} : { isVisible }),
  ...(separator === undefined ? {} : { separator }),
  ...(spacing === undefined ? {} : { spacing })
})
