import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const trip: JsonSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, days: { type: 'integer' } },
  required: ['city', 'days']
}
const rome = { city: 'Rome', days: 3 }
const card = (parts: object) => ({ type: 'AdaptiveCard', version: '1.5', ...parts })
const submit = (data: unknown) => ({ type: 'Action.Submit', title: 'Go', data })

describe('Adaptive Cards', () => {
  it.each<[string, object, string]>([
    ['what a button submits', card({ actions: [submit(rome)] }), '/actions/0/data'],
    [
      'what a button executes',
      card({ actions: [{ type: 'Action.Execute', data: rome }] }),
      '/actions/0/data'
    ],
    [
      'JSON in a text',
      card({ body: [{ type: 'TextBlock', text: JSON.stringify(rome) }] }),
      '/body/0/text'
    ],
    [
      'fenced JSON in a text',
      card({ body: [{ type: 'TextBlock', text: `\`\`\`json\n${JSON.stringify(rome)}\n\`\`\`` }] }),
      '/body/0/text'
    ],
    [
      'facts',
      card({
        body: [
          {
            type: 'FactSet',
            facts: [
              { title: 'City:', value: 'Rome' },
              { title: 'Days', value: '3' }
            ]
          }
        ]
      }),
      '/body/0/facts'
    ],
    [
      'values of inputs',
      card({
        body: [
          { type: 'Input.Text', id: 'city', value: 'Rome' },
          { type: 'Input.Number', id: 'days', value: 3 }
        ]
      }),
      ''
    ],
    [
      'a nested container',
      card({
        body: [{ type: 'Container', items: [{ type: 'ActionSet', actions: [submit(rome)] }] }]
      }),
      '/body/0/items/0/actions/0/data'
    ],
    [
      'an attachment',
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: card({ actions: [submit(rome)] })
      },
      '/content/actions/0/data'
    ],
    [
      'an attachment that is text',
      {
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: JSON.stringify(card({ actions: [submit(rome)] }))
          }
        ]
      },
      '/attachments/0/content/actions/0/data'
    ]
  ])('finds %s', (_name, value, cardPath) => {
    const text = JSON.stringify(value)
    const outcome = parseReply(text, { schema: trip })
    expect(outcome).toMatchObject({
      kind: 'structured',
      data: rome,
      source: { form: 'card', cardPath }
    })
  })

  it('names what it found by a JSON pointer, whatever the keys are', () => {
    const text = JSON.stringify(card({ 'a/b': { 'c~d': submit(rome) } }))
    expect(parseReply(text, { schema: trip })).toMatchObject({
      data: rome,
      source: { cardPath: '/a~1b/c~0d/data' }
    })
  })

  it('[P7.3] does not merge what different buttons would submit', () => {
    const text = JSON.stringify(
      card({ actions: [submit({ city: 'Oslo', days: 1 }), submit(rome)] })
    )
    expect(parseReply(text, { schema: trip })).toMatchObject({
      kind: 'structured',
      ambiguous: true,
      confidence: 'medium'
    })
  })
})
