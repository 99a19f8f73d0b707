import { describe, expect, it } from 'vitest'
import { answered, me, openBench, snapshot } from './harness.ts'

describe('one key, one answer', () => {
  it('[O7.1] runs ten concurrent sends with one key once and gives ten equal answers', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.script({ delayMs: 100 })
    const results = await Promise.all(
      Array.from({ length: 10 }, () => bench.send(id, 'To Lisbon, please', 'one key'))
    )
    expect(await bench.posts()).toBe(1)
    const answers = results.map(result => JSON.stringify(answered(result)))
    expect(new Set(answers).size).toBe(1)
  })

  it('control: ten sends without a key run ten times', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await Promise.all(Array.from({ length: 10 }, () => bench.send(id, 'To Lisbon, please')))
    expect(await bench.posts()).toBe(10)
  })

  it('[O7.1] answers a repeat from the entry, later and after others', async () => {
    const bench = await openBench()
    const id = await bench.start()
    const first = await bench.send(id, 'To Lisbon', 'k')
    for (let turn = 0; turn < 40; turn += 1) await bench.send(id, `message ${turn}`)
    const again = await bench.send(id, 'To Lisbon', 'k')
    expect(again).toEqual({ ...first, replayed: true })
    expect(await bench.posts()).toBe(41)
  })

  it('[O7.1] refuses a key that was used for something else', async () => {
    const bench = await openBench()
    const id = await bench.start()
    await bench.send(id, 'To Lisbon', 'k')
    await expect(bench.send(id, 'To Porto', 'k')).rejects.toMatchObject({
      code: 'ERR_IDEMPOTENCY_MISMATCH'
    })
    expect(await bench.posts()).toBe(1)
  })

  it('[O7.1] lands a repeated start in the same conversation', async () => {
    const bench = await openBench()
    const starts = await Promise.all(
      Array.from({ length: 5 }, () => bench.engine.startWorkflow(me, {}, { key: 'start' }))
    )
    const results = await Promise.all(starts.map(turn => turn.result))
    expect(new Set(starts.map(turn => turn.conversationId)).size).toBe(1)
    expect(new Set(results.map(result => JSON.stringify(answered(result)))).size).toBe(1)
  })
})

describe('order', () => {
  it('[O6.1] runs ten different messages in the order of their admission and loses none', async () => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    await bench.script({ times: 10, delayMs: 5 })
    const texts = Array.from({ length: 10 }, (_, index) => `message number ${index}`)
    const results = await Promise.all(texts.map(text => bench.send(id, text)))

    expect(results.map(result => answered(result).turn)).toEqual(texts.map((_, index) => index + 2))
    const { messages } = (await snapshot(bench, id)) ?? { messages: [] }
    const said = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
    expect(said).toEqual(texts)
    const heard = (await bench.log()).requests.filter(({ kind }) => kind === 'turn')
    expect(heard.map(({ text }) => text)).toEqual(texts)
  })

  it('[O6.1] refuses the message after sixteen waiting ones, and only that', async () => {
    const bench = await openBench()
    const id = await bench.start('small-talk')
    await bench.script({ delayMs: 300 })
    const sends = Array.from({ length: 19 }, (_, index) =>
      bench.send(id, `m${index}`).then(
        () => 'answered',
        error => error.code as string
      )
    )
    const ends = await Promise.all(sends)
    expect(ends.filter(end => end === 'answered')).toHaveLength(17)
    expect(ends.filter(end => end === 'ERR_QUEUE_FULL')).toHaveLength(2)
  })

  it('[O6.2] withdraws a message that waited too long, and never sends it', async () => {
    const bench = await openBench({ queueWait: 100, lease: 300 })
    const id = await bench.start('small-talk')
    await bench.script({ delayMs: 900 })
    const slow = bench.send(id, 'slow')
    await new Promise(resolve => setTimeout(resolve, 50))
    const waiting = await bench.send(id, 'too late', 'k')
    expect(waiting).toMatchObject({ kind: 'failed', failure: { code: 'ERR_QUEUE_TIMEOUT' } })
    answered(await slow)
    expect(await bench.send(id, 'too late', 'k')).toMatchObject({ kind: 'failed', replayed: true })
    expect(await bench.posts()).toBe(1)
  })
})
