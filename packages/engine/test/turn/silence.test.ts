import { describe, expect, it } from 'vitest'
import { answered, openBench } from './harness.ts'

describe('a turn that would show nothing', () => {
  it.each([
    ['an answer without words', { activities: [] }, 'without words'],
    [
      'a card that is none',
      {
        activities: [
          {
            type: 'message',
            attachments: [
              { contentType: 'application/vnd.microsoft.card.adaptive', content: 'no card' }
            ]
          }
        ]
      },
      'nothing of it could be shown'
    ],
    [
      'data without a prompt',
      { activities: [{ type: 'message', value: { data: { travellers: 2 } } }] },
      'without words'
    ]
  ] as const)('[P3.4] says so: %s', async (_, behaviour, words) => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ ...behaviour, correlate: true } as never)
    const answer = answered(await bench.send(id, 'Go on'))
    expect(answer.messages).toHaveLength(1)
    expect(answer.messages[0]).toMatchObject({ role: 'system', kind: 'status' })
    expect(answer.messages[0]?.text).toContain(words)
  })
})
