import { safeHref } from '@turnwise/schema'
import DOMPurify from 'dompurify'
import { Marked, type Tokens } from 'marked'

/** What of HTML a message can be made of. Nothing of it loads, runs, submits or styles. */
const ALLOWED_TAGS = [
  ...['p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'a', 'span'],
  ...['ul', 'ol', 'li', 'h2'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td']
]
const ALLOWED_ATTR = ['href', 'start', 'align', 'class', 'tabindex', 'target', 'rel']

const purifier = DOMPurify(window)

/** The last word on links, whatever wrote them. */
purifier.addHook('afterSanitizeAttributes', node => {
  if (node.nodeName !== 'A') return
  const href = safeHref(node.getAttribute('href'), { allowMail: true })
  if (href === null) {
    node.removeAttribute('href')
    return
  }
  node.setAttribute('href', href)
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A link that says where it leads, because its words may say something else. */
function link(href: string, label: string, labelText: string): string {
  const safe = safeHref(href, { allowMail: true })
  if (safe === null) return label
  const { host, protocol } = new URL(safe)
  const shown = protocol === 'mailto:' || labelText.includes(host) ? '' : host
  const mark = shown === '' ? '' : `<span class="host">${escaped(shown)}</span>`
  return `<a href="${escaped(safe)}">${label}${mark}</a>`
}

const marked = new Marked({
  gfm: true,
  renderer: {
    // Markup in a message is something somebody wrote, and is shown as that.
    html: ({ text }) => escaped(text),
    image({ href, text }: Tokens.Image) {
      const name = escaped(text === '' ? 'Image' : `Image: ${text}`)
      return link(href, name, text)
    },
    link({ href, tokens, text }: Tokens.Link) {
      return link(href, this.parser.parseInline(tokens), text)
    },
    // One level below the page's own, whatever the agent counts: an outline has no holes.
    heading({ tokens, depth }: Tokens.Heading) {
      return `<h2 class="depth-${depth}">${this.parser.parseInline(tokens)}</h2>\n`
    },
    // What can be scrolled has to be reached without a mouse.
    code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? '☑ ' : '☐ ')
  }
})

/** The blocks of a text as Markdown; a block of equal text renders equal. */
export const blocksOf = (markdown: string): string[] =>
  marked.lexer(markdown).flatMap(({ raw, type }) => (type === 'space' ? [] : [raw]))

const purified = { ALLOWED_TAGS, ALLOWED_ATTR, FORBID_TAGS: ['img', 'style', 'form'] }

/** Markdown as HTML that is safe to insert, in the form Trusted Types ask for. */
export const safeHtml = (markdown: string): TrustedHTML =>
  purifier.sanitize(marked.parse(markdown, { async: false }), {
    ...purified,
    RETURN_TRUSTED_TYPE: true
  })

/** The same as text, for a renderer that has a policy of its own. */
export const safeHtmlText = (markdown: string): string =>
  purifier.sanitize(marked.parse(markdown, { async: false }), purified)
