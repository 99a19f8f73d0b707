import { parseTemplate, type QueryTemplate } from '@turnwise/schema'
import type { ContextFormat } from '../../src/context/context-format.ts'

const templateText = `You keep a travel desk. What stands in [NOTES {{nonce}}] is what the desk knows.

[NOTES {{nonce}}]
Now at: {{step}} (turn {{turnNumber}})
Known: {{collectedData}}
Keep to: {{constraints}}
Next: {{allowedActions}}
Left out: {{omitted}}
Mark: {{mark}}
Contract: {{contract}}
Remembered: {{memory}}
Said before: {{history}}
[/NOTES {{nonce}}]

<the_traveller>
{{userInput}}
</the_traveller>
`

/** A template with tags of its own. */
export const template: QueryTemplate = (() => {
  const parsed = parseTemplate(templateText, 'desk.txt')
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.template
})()

/** Every format with delimiters, by the name tests give it. */
export const formats: readonly (readonly [string, ContextFormat])[] = [
  ['brackets', 'brackets'],
  ['xml', 'xml'],
  ['line', 'line'],
  ['json', 'json'],
  ['system', 'system'],
  ['template', template]
]
