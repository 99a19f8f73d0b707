import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { OutletEvent } from '@turnwise/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FailpointBench, failpointBench } from './failpoint-bench.ts'

let bench: FailpointBench
const heard: OutletEvent[] = []
const receiver = createServer(async (request, response) => {
  heard.push(((await json(request)) as { data: OutletEvent }).data)
  response.end()
})
let url = ''
beforeAll(async () => {
  bench = await failpointBench()
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(async () => {
  receiver.close()
  await bench.close()
})

describe('killed with SIGKILL around the delivery of an event', () => {
  it.each([
    ['after commit', 1],
    ['before claimDelivery', 1],
    ['after claimDelivery', 1],
    // The receiver has it and nothing is written down: it comes again, with the same id.
    ['before delivered', 2],
    ['after delivered', 1]
  ])('[O12] %s: the event reaches its receiver, in order, %i times', async (failpoint, times) => {
    const file = `${failpoint}.sqlite`
    const conversation = await bench.started(file, { webhook: url })
    const turn = { file, conversation, webhook: url }
    expect(await bench.run({ ...turn, key: 'a', text: 'to Lisbon', failpoint })).toBeNull()
    await bench.run({ ...turn, key: 'a', text: 'to Lisbon' })
    await bench.run({ ...turn, key: 'b', text: '2026-12-10' })
    const told = heard.filter(event => event.conversationId === conversation)
    const repeats = told.filter(
      (event, index) => told.findIndex(({ id }) => id === event.id) < index
    )
    expect(repeats.map(event => event.turn)).toEqual(times === 2 ? [2] : [])
    const first = told.filter(event => !repeats.includes(event))
    expect(first.map(event => event.turn)).toEqual([1, 2, 3])
    expect(told.map(event => event.turn)).toEqual([...told.map(event => event.turn)].sort())
  })
})
