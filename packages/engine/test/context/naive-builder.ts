import type { QueryInput } from '../../src/context/query.ts'

/**
 * The unsafe control: what a template with `replace` makes of the same input. It cuts the whole to
 * its budget, and lets the text say what it likes.
 */
export const naiveQuery = (input: QueryInput): string => {
  const { format } = input
  const template = templates[typeof format === 'string' ? format : 'template'] ?? templates.brackets
  return (template ?? '')
    .replaceAll('{nonce}', input.nonce === null ? '' : ` ${input.nonce}`)
    .replaceAll('{word}', input.nonce ?? '')
    .replaceAll('{suffix}', input.nonce === null ? '' : `-${input.nonce}`)
    .replace('{step}', input.step)
    .replace('{data}', JSON.stringify(input.data))
    .replace('{turn}', String(input.turnNumber))
    .replace('{constraints}', JSON.stringify(input.constraints))
    .replace('{userMessage}', input.text)
    .slice(0, input.budget + 200)
}

const brackets = `[CONTEXT{nonce}]
Phase: {step}
Collected data: {data}
Turn number: {turn}
Constraints: {constraints}
[/CONTEXT{nonce}]

[USER INPUT{nonce}]
{userMessage}
[/USER INPUT{nonce}]`

const templates: Readonly<Record<string, string>> = {
  brackets,
  system: brackets,
  xml: `<context{suffix}>
<phase>{step}</phase>
<collected_data>{data}</collected_data>
<turn_number>{turn}</turn_number>
<constraints>{constraints}</constraints>
</context{suffix}>

<user_input{suffix}>
{userMessage}
</user_input{suffix}>`,
  line: '[WORKFLOW_CONTEXT{nonce}] step={step} turn={turn} constraints={constraints} collectedData={data}\n{userMessage}',
  json: '{"context":{"step":"{step}","turnNumber":{turn},"collectedData":{data},"constraints":{constraints}},"userInput":"{userMessage}"}',
  template: `You keep a travel desk. What stands in [NOTES {word}] is what the desk knows.

[NOTES {word}]
Now at: {step} (turn {turn})
Known: {data}
Keep to: {constraints}
Next: 
Left out: 
Mark: 
Contract: 
Remembered: 
Said before: 
[/NOTES {word}]

<the_traveller>
{userMessage}
</the_traveller>
`
}
