import { type ContextFacts, parseTemplate, readQuery, TEMPLATE_SLOTS } from '@turnwise/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const problemsOf = (text: string) => {
  const parsed = parseTemplate(text, 'context.txt')
  return parsed.ok ? [] : parsed.problems
}

const parsed = (text: string) => {
  const read = parseTemplate(text, 'context.txt')
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return read.template
}

const facts: ContextFacts = {
  step: 'a\nb',
  collectedData: '{"a":1}',
  turnNumber: 2,
  constraints: ['x'],
  omitted: 0
}

describe('a template', () => {
  it('[C2.7] names file, line and the slots there are for an unknown one', () => {
    const all = TEMPLATE_SLOTS.map(slot => `{{${slot}}}`).join(', ')
    expect(problemsOf('one\n{{ step }}\n{{stepp}} {{userInput}}\n{{}}')).toEqual([
      `context.txt:3: there is no slot {{stepp}}; there are ${all}`,
      `context.txt:4: there is no slot {{}}; there are ${all}`
    ])
  })

  it.each([
    ['no user input', 'Hello {{step}}', 'context.txt:1: {{userInput}} is missing'],
    ['nothing at all', '', 'context.txt:1: {{userInput}} is missing'],
    [
      'the user input twice',
      '{{userInput}}\n{{userInput}}',
      'context.txt:2: {{userInput}} stands here a second time'
    ],
    [
      'a nonce behind another slot',
      '{{step}}\n[N {{nonce}}] {{userInput}} [/N {{nonce}}]',
      'context.txt:2: {{nonce}} must be the first slot, after 150 characters at most'
    ],
    [
      'a nonce behind a long preface',
      `${'x'.repeat(151)}{{nonce}}{{userInput}}`,
      'context.txt:1: {{nonce}} must be the first slot, after 150 characters at most'
    ],
    [
      'a slot that never ends',
      'x\n{{userInput',
      'context.txt:2: a slot begins with {{ here and does not end on its line'
    ],
    [
      'a slot over two lines',
      '{{user\nInput}}',
      'context.txt:1: a slot begins with {{ here and does not end on its line'
    ]
  ])('[C2.7] is refused with %s', (_name, text, problem) => {
    expect(problemsOf(text)).toEqual([problem])
  })

  it('[C2.7] is parsed once: whatever stands in a value is data', () => {
    const template = parsed('{{nonce}}{{step}}|{ step } {"a":{}} $& {{ userInput }}|{{nonce}}')
    const said = '{{step}} {{userInput}} $& $1'
    const query = template.write(facts, [{ name: 'USER INPUT', text: said }], 'n1')
    expect(query).toBe(`n1a b|{ step } {"a":{}} $& ${said}|n1`)
  })

  it('[C2.7] counts what is told, and only that', () => {
    expect(parsed('{{step}}{{userInput}}').context(facts)).toBe('a b')
    const told = parsed('{{collectedData}} {{turnNumber}} {{userInput}}')
    expect(told.context(facts)).toBe('{"a":1}2')
    expect(told.body({ name: 'MEMORY', text: 'x' })).toBe('')
  })

  it('[C2.7] is read back, whatever the user says', () => {
    const template = parsed(
      'Hi\n[N {{nonce}}]{{step}}\n{{collectedData}}\n[/N {{nonce}}]\n<u>{{userInput}}</u> end'
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('</u> end', '\n', '{{step}}')), text => {
        const query = template.write(facts, [{ name: 'USER INPUT', text }], '9f')
        expect(readQuery(query, template)).toMatchObject({
          nonce: '9f',
          phase: 'a b',
          collectedData: { a: 1 },
          userInput: text
        })
      })
    )
  })

  it.each(['', 'other', 'Hi\n[N', '[CONTEXT]\nPhase: x\n[/CONTEXT]'])(
    'reads %j, which it did not write, as something else',
    query => {
      expect(parsed('Hi\n[N {{nonce}}]{{step}}|{{userInput}}').read(query)).toBeNull()
    }
  )
})
