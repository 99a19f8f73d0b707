import {
  type CardShape,
  CELL_ALIGNMENT,
  CONTAINER,
  ELEMENT,
  LETTERS,
  PICTURE,
  type Properties
} from './card-shape.ts'

const INPUT = {
  ...ELEMENT,
  label: 'markdown',
  labelPosition: 'word',
  labelWidth: 'size',
  inputStyle: 'word',
  isRequired: 'flag',
  errorMessage: 'markdown',
  placeholder: 'text',
  value: 'scalar'
} satisfies Properties

const RANGE = { min: 'scalar', max: 'scalar' } satisfies Properties

const SHAPES: readonly (CardShape & { type: string })[] = [
  {
    type: 'TextBlock',
    properties: {
      ...ELEMENT,
      ...LETTERS,
      text: 'markdown',
      horizontalAlignment: 'word',
      maxLines: 'number',
      style: 'word',
      wrap: 'flag'
    }
  },
  {
    type: 'RichTextBlock',
    properties: { ...ELEMENT, horizontalAlignment: 'word', inlines: 'many:run' }
  },
  { type: 'Image', properties: PICTURE, needs: ['url'] },
  { type: 'ImageSet', properties: { ...ELEMENT, imageSize: 'word', images: 'many:picture' } },
  {
    type: 'Media',
    properties: {
      ...ELEMENT,
      poster: 'image',
      altText: 'text',
      sources: 'many:source',
      captionSources: 'many:caption'
    }
  },
  { type: 'Container', properties: { ...CONTAINER, items: 'many:element' } },
  {
    type: 'ColumnSet',
    properties: { ...CONTAINER, horizontalAlignment: 'word', columns: 'many:column' }
  },
  { type: 'FactSet', properties: { ...ELEMENT, facts: 'many:fact' } },
  {
    type: 'ActionSet',
    properties: { ...ELEMENT, horizontalAlignment: 'word', actions: 'many:action' }
  },
  {
    type: 'Table',
    properties: {
      ...ELEMENT,
      ...CELL_ALIGNMENT,
      firstRowAsHeader: 'flag',
      showGridLines: 'flag',
      gridStyle: 'word',
      columns: 'many:column-definition',
      rows: 'many:row'
    }
  },
  {
    type: 'Input.Text',
    properties: {
      ...INPUT,
      isMultiline: 'flag',
      maxLength: 'number',
      regex: 'pattern',
      style: 'word',
      inlineAction: 'one:action'
    },
    needs: ['id']
  },
  { type: 'Input.Number', properties: { ...INPUT, ...RANGE }, needs: ['id'] },
  { type: 'Input.Date', properties: { ...INPUT, ...RANGE }, needs: ['id'] },
  { type: 'Input.Time', properties: { ...INPUT, ...RANGE }, needs: ['id'] },
  {
    type: 'Input.Toggle',
    properties: { ...INPUT, title: 'markdown', valueOn: 'text', valueOff: 'text', wrap: 'flag' },
    needs: ['id']
  },
  {
    type: 'Input.ChoiceSet',
    properties: {
      ...INPUT,
      choices: 'many:choice',
      isMultiSelect: 'flag',
      style: 'word',
      wrap: 'flag'
    },
    needs: ['id']
  }
]

/**
 * The elements of Adaptive Cards 1.0 to 1.6 by `type`, each with the properties that may stay.
 *
 * @see https://adaptivecards.io/explorer/
 */
export const ELEMENT_SHAPES: ReadonlyMap<unknown, CardShape> = new Map(
  SHAPES.map(shape => [shape.type, shape])
)
