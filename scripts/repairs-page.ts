import type { JsonSchema } from '@turnwise/parse'
import { REPAIR_CODES, REPAIR_RISKS, type RepairRule } from '@turnwise/parse/repairs'

const INTRODUCTION = `# Repairs

Every difference between what an agent wrote and what \`@turnwise/parse\` returns is a repair with a stable code. Its risk says what it may have cost:

- \`lossless\` reads what was plainly meant,
- \`lossy\` leaves something out,
- \`guess\` decides between readings.

Each example is a test. \`↵\` stands for a line break. This page is written by \`npm run docs\` from \`REPAIR_CODES\` of \`@turnwise/parse/repairs\`.`

const MENDS = `## What was written is mended

These need no schema. Where nothing else is said, the text is read as a reply; in \`document\` mode it is taken for one broken document.`

const FITS = `## What was written is read as what the schema asks for`

type Row = RepairRule & { readonly code: string; readonly risk: string }

/** Writes the page that lists every repair code with an example, from the table that tests them. */
export function repairsPage(): string {
  const rows: Row[] = Object.entries(REPAIR_CODES).map(([code, rule]) => ({
    ...rule,
    code,
    risk: REPAIR_RISKS[code as keyof typeof REPAIR_CODES]
  }))
  const mends = rows.filter(({ schema }) => schema === undefined)
  const fits = rows.filter(({ schema }) => schema !== undefined)
  return `${[
    INTRODUCTION,
    MENDS,
    table(['code', 'risk', 'what it does', 'written', 'read', 'mode'], mends.map(mendingCells)),
    FITS,
    table(['code', 'risk', 'what it does', 'asked for', 'written', 'read'], fits.map(fittingCells))
  ].join('\n\n')}\n`
}

const mendingCells = ({ code, risk, does, text, data, mode = 'reply' }: Row): string[] => [
  inCode(code),
  risk,
  does,
  inCode(text),
  inCode(JSON.stringify(data)),
  mode
]

const fittingCells = ({ code, risk, does, text, data, schema = true }: Row): string[] => [
  inCode(code),
  risk,
  does,
  inCode(typeOf(schema)),
  inCode(text),
  inCode(JSON.stringify(data))
]

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A code span in a cell: no line breaks, no bare pipe, and more ticks around it than in it. */
function inCode(text: string): string {
  const ticks = text.match(/`+/g)?.sort().at(-1) ?? ''
  const space = /^`|`$/.test(text) ? ' ' : ''
  const shown = text.replaceAll('\n', '↵').replaceAll('|', '\\|')
  return `${ticks}\`${space}${shown}${space}\`${ticks}`
}

const KEYWORDS = [
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'x-alias',
  'x-aliases',
  'x-descriptions'
]

/** A JSON Schema as one would write the type; a keyword it does not know is a bug of this page. */
function typeOf(schema: JsonSchema): string {
  if (typeof schema === 'boolean') return schema ? 'anything' : 'nothing'
  const unknown = Object.keys(schema).filter(keyword => !KEYWORDS.includes(keyword))
  if (unknown.length > 0) throw new TypeError(`${unknown} cannot be shown`)
  const { type, properties, required, items, enum: choices, 'x-alias': alias } = schema
  if (Array.isArray(choices)) return choices.map(choice => choiceOf(choice, schema)).join(' | ')
  if (items !== undefined) return `${typeOf(items as JsonSchema)}[]`
  if (properties !== undefined) {
    const members = Object.entries(properties as Record<string, JsonSchema>).map(([key, member]) =>
      (required as string[]).includes(key)
        ? `${key}: ${typeOf(member)}`
        : `${key}?: ${typeOf(member)}`
    )
    return `{ ${members.join('; ')} }`
  }
  const name = Array.isArray(type) ? type.join(' | ') : String(type)
  return alias === undefined ? name : `${name} (called ${alias})`
}

function choiceOf(choice: unknown, schema: Readonly<Record<string, unknown>>): string {
  const names = (schema['x-aliases'] ?? {}) as Record<string, string[]>
  const descriptions = (schema['x-descriptions'] ?? {}) as Record<string, string>
  const written = JSON.stringify(choice)
  const called = names[String(choice)]?.map(name => `or ${name}`) ?? []
  const said = descriptions[String(choice)]
  const more = said === undefined ? called : [...called, said]
  return more.length === 0 ? written : `${written} (${more.join('; ')})`
}
