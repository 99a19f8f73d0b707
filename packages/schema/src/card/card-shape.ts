/**
 * How a plain property is read: `text` is shown as it is, `markdown` may be rendered as Markdown,
 * `word` names something in the schema, `size` is a number or a length, `scalar` any string,
 * number or boolean.
 */
export type ValueRule =
  | 'text'
  | 'markdown'
  | 'flag'
  | 'number'
  | 'scalar'
  | 'word'
  | 'size'
  | 'color'
  | 'media-type'
  | 'pattern'
  | 'schema-url'
  | 'link'
  | 'image'

/** The kinds of nodes whose shape their place decides. */
export type PlacedKind =
  | 'card'
  | 'run'
  | 'column'
  | 'column-definition'
  | 'row'
  | 'cell'
  | 'picture'
  | 'background'
  | 'fact'
  | 'choice'
  | 'source'
  | 'caption'
  | 'target'
  | 'authentication'
  | 'button'
  | 'metadata'
  | 'teams'

/** Elements and actions are told apart by their `type`; `data` is free JSON. */
export type NodeKind = 'element' | 'action' | 'data' | PlacedKind

/** How one property is read: as a plain value, or as one or many nodes of a kind. */
export type PropertyRule = ValueRule | `one:${NodeKind}` | `many:${NodeKind}`

/** The properties a node may have. */
export type Properties = Readonly<Record<string, PropertyRule>>

/** What a node may hold, and what it is worth nothing without. */
export interface CardShape {
  /** The `type` the node carries; one that carries none is taken by its place. */
  readonly type?: string
  readonly properties: Properties
  readonly needs?: readonly string[]
  /** How a string in the place of the node is read. */
  readonly shorthand?: ValueRule
}

/** What every element has. */
export const ELEMENT = {
  id: 'text',
  isVisible: 'flag',
  separator: 'flag',
  spacing: 'word',
  height: 'size'
} satisfies Properties

/** What everything that holds elements has. */
export const CONTAINER = {
  ...ELEMENT,
  style: 'word',
  bleed: 'flag',
  minHeight: 'size',
  rtl: 'flag',
  verticalContentAlignment: 'word',
  backgroundImage: 'one:background',
  selectAction: 'one:action'
} satisfies Properties

/** How letters look. */
export const LETTERS = {
  text: 'text',
  color: 'word',
  fontType: 'word',
  isSubtle: 'flag',
  size: 'word',
  weight: 'word'
} satisfies Properties

/** What an image has, by itself and in a set. */
export const PICTURE = {
  ...ELEMENT,
  url: 'image',
  altText: 'text',
  backgroundColor: 'color',
  horizontalAlignment: 'word',
  size: 'word',
  style: 'word',
  width: 'size',
  selectAction: 'one:action'
} satisfies Properties

/** How the cells of a table align what they hold. */
export const CELL_ALIGNMENT = {
  horizontalCellContentAlignment: 'word',
  verticalCellContentAlignment: 'word'
} satisfies Properties
