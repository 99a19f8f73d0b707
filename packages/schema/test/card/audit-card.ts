// An inspector of its own making: it knows what must not be in a card, not what may.

const TYPES = new Set(
  (
    'AdaptiveCard TextBlock RichTextBlock TextRun Image ImageSet Media Container ColumnSet Column ' +
    'FactSet ActionSet Table TableRow TableCell Input.Text Input.Number Input.Date Input.Time ' +
    'Input.Toggle Input.ChoiceSet Action.Submit Action.OpenUrl Action.ShowCard Action.Execute ' +
    'Action.ToggleVisibility signin'
  ).split(' ')
)
const URL_KEYS = new Set(['url', 'iconUrl', 'poster', 'image', 'webUrl', 'backgroundImage'])
const MARKDOWN_KEYS = new Set(['text', 'title', 'value', 'label', 'errorMessage', 'fallbackText'])
const FORBIDDEN_KEYS = new Set([
  '__proto__',
  'refresh',
  'onclick',
  'choices.data',
  'html',
  'requires'
])
const PUBLIC_LINK = /^https:\/\/(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?[/?#]/
const PRIVATE_NAME = /^https:\/\/[^/]*(?:localhost|\.internal|\.local)\b/
const INLINE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,/
const UNSAFE_MARKDOWN = [
  /\]\((?!\s*<?https:\/\/[a-z])/i,
  /\](?:\(|:)\s*<?https:\/\/[^/?#\n]*(?:@|&\w+;)/i,
  /^[ \t>-]*\[(?:\\.|[^[\]\\])+\]:(?![ \t]*\n?[ \t]*<?https:)[ \t]*\n?[ \t]*\S*[:&]/im,
  /<(?!https:)[a-z][a-z0-9+.-]+:[^\s<>]*>/i
]
const ENDLESS_PATTERN = /[+*]\)[+*]|\.\*.*\.\*.*\.\*.*\.\*|\\1/

/** What is wrong with a card as it would be rendered; empty when nothing is. */
export function auditCard(card: unknown): string[] {
  const found: string[] = []
  const ids = new Set<unknown>()
  const waiting = [{ value: card, key: '', depth: 0, isData: false }]
  let nodes = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, key, depth, isData } = next
    if (depth > 100) return [...found, 'deep']
    if (typeof value === 'number' && !Number.isFinite(value)) found.push('non-finite')
    if (typeof value === 'string') found.push(...auditText(key, value, isData))
    if (typeof value !== 'object' || value === null) continue
    if (++nodes > 5000) return [...found, 'many']
    for (const [inner, child] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(inner) && (!isData || inner === '__proto__'))
        found.push(`key ${inner}`)
      if (inner === 'type' && !isData && !TYPES.has(child)) found.push(`type ${String(child)}`)
      if (inner === 'id' && !isData) {
        if (ids.has(child) || String(child) in {} || child === '') found.push(`id ${String(child)}`)
        ids.add(child)
      }
      if (URL_KEYS.has(inner) && !isData && Array.isArray(child)) found.push('url list')
      if (inner === 'isVisible' && typeof child !== 'boolean') found.push('flag')
      const data =
        isData || inner === 'data' || isPlainText(inner, (value as { type?: unknown }).type)
      waiting.push({ value: child, key: inner, depth: depth + 1, isData: data })
    }
  }
  const size = Buffer.byteLength(JSON.stringify(card))
  if (size > 65_536) found.push('large')
  return found
}

// The words on a button and in a run of rich text are never read as Markdown.
function isPlainText(key: string, type: unknown): boolean {
  if (key === 'title') return String(type).startsWith('Action.')
  return key === 'text' && type === 'TextRun'
}

function auditText(key: string, text: string, isData: boolean): string[] {
  const found: string[] = []
  if (text.includes('\u0000') || !text.isWellFormed()) found.push('text')
  if (isData) return found
  if (URL_KEYS.has(key) || (key === 'value' && /^(?:https?|javascript|data):/.test(text))) {
    const isPublic = PUBLIC_LINK.test(text) && !PRIVATE_NAME.test(text)
    if (!isPublic && !INLINE_IMAGE.test(text)) found.push(`url ${text.slice(0, 40)}`)
  } else if (MARKDOWN_KEYS.has(key) && UNSAFE_MARKDOWN.some(unsafe => unsafe.test(text))) {
    found.push(`markdown ${text.slice(0, 40)}`)
  }
  if (key === 'regex' && ENDLESS_PATTERN.test(text)) found.push('pattern')
  if (
    /expression\(|url\(|[;{}]/.test(text) &&
    ['width', 'height', 'minHeight', 'backgroundColor', 'size'].includes(key)
  ) {
    found.push(`style ${text}`)
  }
  return found
}
