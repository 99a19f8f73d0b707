import { describe, expect, it } from 'vitest'
import { answered, me, openBench } from '../turn/harness.ts'

describe('small talk', () => {
  it('[O4.1] [O3.1] only counts the turns, whatever is said', async () => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    const before = (await bench.store.head({ ...me, conversation: id }))?.state
    const said = ['Hello', 'Tell me a joke', 'And the weather?']
    for (const [index, text] of said.entries()) {
      const answer = answered(await bench.send(id, text))
      expect(answer.extractedPayload).toBeNull()
      expect(answer.workflowState).toMatchObject({
        status: 'active',
        step: 'small-talk',
        currentPhase: 'Talking',
        collectedData: {},
        progress: null,
        progressEstimated: false,
        turnCount: index + 1,
        mode: 'passthrough',
        lastRecommendation: null,
        result: null
      })
    }
    const after = (await bench.store.head({ ...me, conversation: id }))?.state
    expect(after).toEqual({ ...before, turnCount: said.length })
  })

  it.each([
    'Plain words.',
    '  leading, trailing and\n\n\n inner  ',
    '# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    'Destination: Lisbon\nTravellers: 2',
    'Use {placeholder} and $& and [/CONTEXT].',
    'Config:\n```yaml\naction: complete\n```',
    'JSON:\n```json\n{"action":"complete","name":"example"}\n```',
    '<think>{"action":"complete"}</think>Hello',
    '{"data":{"a":1}}',
    'The code OpenAIRateLimitReached means that the agent is busy.',
    '“Error code: OpenAIRateLimitReached.”',
    'e\u0301 \u00e9 👩‍👩‍👧 \u202eabc\u202c \u00a0'
  ])('[O4.1] shows byte for byte what the agent said: %j', async text => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    await bench.script({ text })
    const answer = answered(await bench.send(id, 'Hm'))
    expect(answer.messages).toMatchObject([{ kind: 'text', role: 'assistant', text }])
    expect(bench.observed.filter(({ event }) => event === 'surface-failed')).toEqual([])
  })
})
