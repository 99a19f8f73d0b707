import { z } from 'zod'
import { about, variables } from './variables.ts'

const INTRODUCTION = `# Configuration

Turnwise is configured by environment variables. They are checked when the server starts: everything that is wrong is listed at once, and the server does not start. An empty variable counts as not set. Durations are written with their unit, such as \`500ms\`, \`120s\`, \`15m\`, \`24h\` or \`7d\`; lists are separated by commas.

This page is written by \`node --conditions=@turnwise/source scripts/docs.mjs\` from the schema that checks them.`

/** Writes the page that documents every variable, from the schema that validates them. */
export function configurationPage(): string {
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    const facts = about.get(schema)
    if (facts === undefined) throw new TypeError(`${name} is not documented`)
    return { name, fallback: fallbackOf(schema), ...facts }
  })
  const groups = [...new Set(rows.map(row => row.group))]
  const sections = groups.map(group =>
    [
      `## ${group}`,
      '',
      '| variable | value | default | |',
      '|---|---|---|---|',
      ...rows
        .filter(row => row.group === group)
        .map(
          ({ name, form, fallback, does }) => `| \`${name}\` | ${form} | ${fallback} | ${does} |`
        )
    ].join('\n')
  )
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

function fallbackOf(schema: z.ZodType): string {
  if (!(schema instanceof z.ZodPrefault)) return 'not set'
  const value = String(schema.def.defaultValue)
  return value === '' ? 'empty' : `\`${value}\``
}
