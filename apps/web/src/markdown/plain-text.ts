import { lexer, type Token } from 'marked'

/** The words of a Markdown text, for ears. */
export function plainText(markdown: string): string {
  return lexer(markdown)
    .map(spoken)
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

function spoken(token: Token): string {
  if (token.type === 'table') {
    const rows = [token.header, ...token.rows] as { text: string }[][]
    return rows.map(row => row.map(({ text }) => text).join(', ')).join('\n')
  }
  if (token.type === 'list') return (token.items as Token[]).map(spoken).join('\n')
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(spoken).join('')
  if (token.type === 'br') return '\n'
  if (token.type === 'html' || token.type === 'space' || token.type === 'hr') return ''
  return 'text' in token && typeof token.text === 'string' ? decoded(token.text) : ''
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'"
}

const decoded = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, entity => ENTITIES[entity] ?? entity)
