import { readQuery } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import type { ContextFormat } from '../../src/context/context-format.ts'
import { formats } from '../context/formats.ts'
import { answered, openBench } from '../turn/harness.ts'

const collected = {
  destination: 'Lisbon',
  departureDate: '2027-05-03',
  returnDate: '2027-05-06',
  travellers: 2,
  purpose: 'conference'
}

const journey = async (format: ContextFormat, more: { datamark?: boolean; nonce?: boolean }) => {
  const template = typeof format === 'string' ? {} : { template: format }
  const bench = await openBench({ context: { format, ...more }, ...template })
  const id = await bench.start()
  await bench.send(id, 'To Lisbon')
  await bench.send(id, 'from 3 to 6 May 2027')
  const last = answered(await bench.send(id, 'two people, for a conference'))
  const queries = (await bench.log()).requests
    .filter(({ kind }) => kind === 'turn')
    .map(({ text }) => readQuery(text ?? '', template.template))
  return { last, queries }
}

describe('the travel journey in every format', () => {
  it.each(
    formats.flatMap(([name, format]) => [
      [name, format, {}] as const,
      [`${name} without nonce, datamarked`, format, { nonce: false, datamark: true }] as const
    ])
  )('[C2.3] [C2.4] [C2.5] [C2.6] [C2.7] [C4.5] %s', async (_name, format, more) => {
    const { last, queries } = await journey(format, more)
    expect(last.workflowState).toMatchObject({ step: 'confirming', collectedData: collected })
    expect(last.messages.some(({ kind }) => kind === 'card')).toBe(true)
    // Everything came over the wire: the agent starts from what it is told.
    const { purpose, travellers, ...known } = collected
    expect(queries.at(-1)?.collectedData).toEqual(known)
    expect(queries.map(({ turnNumber }) => turnNumber)).toEqual([1, 2, 3])
    expect(queries.at(-1)?.userInput).toBe('two people, for a conference')
  })

  it('[C2.6] a channel with a system role gets two messages, any other one', async () => {
    const bench = await openBench({ context: { format: 'system' } })
    const id = await bench.start()
    await bench.send(id, 'To Lisbon')
    const sent = (await bench.log()).requests.findLast(({ kind }) => kind === 'turn')
    expect(sent?.text).toMatch(/^\[CONTEXT [0-9a-f]{16}\]\n[\s\S]*\nTo Lisbon\n\[\/USER INPUT/)
  })
})
