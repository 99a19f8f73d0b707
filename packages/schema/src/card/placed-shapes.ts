import {
  type CardShape,
  CELL_ALIGNMENT,
  CONTAINER,
  ELEMENT,
  LETTERS,
  PICTURE,
  type PlacedKind
} from './card-shape.ts'

/**
 * The shapes that a place in the card decides: what stands in `columns` is a column. Of the small
 * parts it is the place alone; a `type` they may carry says nothing.
 *
 * A card has no `refresh`: it would act without being pressed.
 */
export const PLACED_SHAPES: Readonly<Record<PlacedKind, CardShape>> = {
  card: {
    type: 'AdaptiveCard',
    properties: {
      $schema: 'schema-url',
      version: 'text',
      lang: 'word',
      speak: 'text',
      fallbackText: 'markdown',
      minHeight: 'size',
      rtl: 'flag',
      verticalContentAlignment: 'word',
      backgroundImage: 'one:background',
      authentication: 'one:authentication',
      metadata: 'one:metadata',
      msteams: 'one:teams',
      selectAction: 'one:action',
      body: 'many:element',
      actions: 'many:action'
    }
  },
  run: {
    type: 'TextRun',
    properties: {
      ...LETTERS,
      highlight: 'flag',
      italic: 'flag',
      strikethrough: 'flag',
      underline: 'flag',
      selectAction: 'one:action'
    },
    needs: ['text'],
    shorthand: 'text'
  },
  column: { type: 'Column', properties: { ...CONTAINER, width: 'size', items: 'many:element' } },
  'column-definition': {
    properties: { type: 'word', ...CELL_ALIGNMENT, width: 'size' }
  },
  row: {
    type: 'TableRow',
    properties: { ...ELEMENT, ...CELL_ALIGNMENT, style: 'word', cells: 'many:cell' }
  },
  cell: { type: 'TableCell', properties: { ...CONTAINER, items: 'many:element' } },
  picture: { type: 'Image', properties: PICTURE, needs: ['url'] },
  background: {
    properties: {
      type: 'word',
      url: 'image',
      fillMode: 'word',
      horizontalAlignment: 'word',
      verticalAlignment: 'word'
    },
    needs: ['url'],
    shorthand: 'image'
  },
  fact: { properties: { type: 'word', title: 'markdown', value: 'markdown' } },
  choice: {
    properties: { type: 'word', title: 'markdown', value: 'text' },
    needs: ['value']
  },
  source: {
    properties: { type: 'word', mimeType: 'media-type', url: 'link' },
    needs: ['url']
  },
  caption: {
    properties: { type: 'word', mimeType: 'media-type', label: 'text', url: 'link' },
    needs: ['url']
  },
  target: {
    properties: { type: 'word', elementId: 'text', isVisible: 'flag' },
    needs: ['elementId'],
    shorthand: 'text'
  },
  authentication: {
    properties: { type: 'word', text: 'markdown', connectionName: 'text', buttons: 'many:button' }
  },
  button: {
    properties: { type: 'word', title: 'text', image: 'image', value: 'link' },
    needs: ['value']
  },
  metadata: { properties: { type: 'word', webUrl: 'link' } },
  teams: { properties: { width: 'word' } }
}
