import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { webhookOutlet } from '@turnwise/channels/webhook'
import {
  createEngine,
  defineWorkflow,
  type OutletEvent,
  type Store,
  systemClock,
  z
} from '@turnwise/engine'
import { memoryStore } from '@turnwise/stores/memory'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import itIncident from '../../../../workflows/it-incident.ts'
import smallTalk from '../../../../workflows/small-talk.ts'
import { answered, me, openBench } from './harness.ts'

const secret = 'a secret of 24 characters or more'

type Delivery = { headers: IncomingMessage['headers']; body: { type: string; data: OutletEvent } }

/** A receiver on loopback that answers as it is told. */
const receiver = async (answer: (delivery: Delivery, nth: number) => number) => {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const delivery = {
      headers: request.headers,
      body: (await json(request)) as Delivery['body']
    }
    const status = answer(delivery, deliveries.length)
    deliveries.push(delivery)
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { deliveries, outlet: webhookOutlet({ url, secret }) }
}

/** A clock on which every wait is over soon. */
const hurried = {
  ...systemClock,
  sleep: (milliseconds: number, signal?: AbortSignal) =>
    systemClock.sleep(Math.min(milliseconds, 2), signal)
}

/** A store in which what was postponed is due at once, so that an hour passes in a moment. */
const impatient = (store: Store): Store => ({
  ...store,
  postponeDelivery: (address, from, milliseconds) =>
    store.postponeDelivery(address, from, milliseconds === null ? null : 0)
})

const turnsOf = (events: readonly OutletEvent[]): string[] =>
  events.map(({ turn, type }) => `${turn} ${type}`)

describe('the outlet', () => {
  it('[O12] posts every turn once it is committed, in order and signed', async () => {
    const { deliveries, outlet } = await receiver(() => 204)
    const bench = await openBench({ outlets: [outlet] })
    const conversation = await bench.start()
    await bench.send(conversation, 'I want to go to Lisbon')
    await bench.send(conversation, '2026-12-10')
    await vi.waitFor(() => expect(deliveries).toHaveLength(3))
    expect(turnsOf(deliveries.map(({ body }) => body.data))).toEqual([
      '1 turn.committed',
      '2 turn.committed',
      '3 turn.committed'
    ])
    expect(deliveries[2]?.body.data).toMatchObject({
      conversationId: conversation,
      user: me.user,
      workflowState: { collectedData: { destination: 'Lisbon', departureDate: '2026-12-10' } }
    })
    for (const { headers, body } of deliveries) {
      const given = headers as Record<string, string>
      expect(given['webhook-id']).toBe(body.data.id)
      expect(new Webhook(secret, { format: 'raw' }).verify(JSON.stringify(body), given)).toEqual(
        body
      )
      // Control: another secret does not fit.
      const other = new Webhook('another secret of 24 letters', { format: 'raw' })
      expect(() => other.verify(JSON.stringify(body), given)).toThrow()
    }
    expect(await bench.engine.undelivered(me)).toEqual([])
  })

  it('[O12] goes on where it was when a receiver is down for long, in order and with the same ids', async () => {
    const { deliveries, outlet } = await receiver((_, nth) => (nth < 30 ? 503 : 200))
    const bench = await openBench({
      outlets: [outlet],
      store: impatient(memoryStore()),
      clock: hurried
    })
    const conversation = await bench.start()
    await bench.send(conversation, 'I want to go to Lisbon')
    await bench.send(conversation, '2026-12-10')
    await vi.waitFor(() => expect(deliveries.length).toBeGreaterThanOrEqual(33), 10_000)
    const taken = deliveries.slice(30).map(({ body }) => body.data)
    expect(turnsOf(taken)).toEqual(['1 turn.committed', '2 turn.committed', '3 turn.committed'])
    expect(new Set(deliveries.slice(0, 31).map(({ body }) => body.data.id)).size).toBe(1)
  })

  it.each([302, 400, 404, 500])('[O12] takes a %i for a no', async status => {
    const { deliveries, outlet } = await receiver(() => status)
    const bench = await openBench({ outlets: [outlet] })
    const conversation = await bench.start()
    await vi.waitFor(() => expect(deliveries).toHaveLength(1))
    await vi.waitFor(async () =>
      expect(await bench.engine.undelivered(me)).toMatchObject([
        { conversationId: conversation, turn: 1, attempts: 1, nextAttemptAt: expect.any(String) }
      ])
    )
    expect(bench.observed.some(({ event }) => event === 'delivery-failed')).toBe(true)
  })

  it('[O12] gives up after a day, keeps what waits, and goes on when told', async () => {
    let down = true
    const { deliveries, outlet } = await receiver(() => (down ? 500 : 200))
    const store = impatient(memoryStore())
    const bench = await openBench({
      outlets: [outlet],
      store,
      clock: hurried
    })
    const conversation = await bench.start()
    await vi.waitFor(
      async () =>
        expect(await bench.engine.undelivered(me)).toMatchObject([
          { turn: 1, attempts: 300, nextAttemptAt: null }
        ]),
      15_000
    )
    expect(deliveries).toHaveLength(300)
    down = false
    expect(await bench.engine.deliverAgain(me, conversation)).toBe(true)
    await vi.waitFor(async () => expect(await bench.engine.undelivered(me)).toEqual([]))
    expect(await bench.engine.deliverAgain(me, conversation)).toBe(false)
    expect(await bench.engine.deliverAgain({ ...me, user: 'other' }, conversation)).toBe(false)
  })

  it('[O12] delivers what a worker that died left behind', async () => {
    const store = memoryStore()
    const dead = await openBench({
      store,
      outlets: [{ id: 'never', deliver: () => Promise.reject(new Error('died')) }]
    })
    const conversation = await dead.start()
    await vi.waitFor(async () => expect((await store.undelivered())[0]?.attempts).toBe(1))
    await dead.engine.drain(1000)

    const { deliveries, outlet } = await receiver(() => 200)
    const heir = createEngine({
      store: impatient(store),
      channel: () => {
        throw new Error('nobody is asked')
      },
      workflows: [smallTalk],
      outlets: [outlet]
    })
    await store.postponeDelivery({ ...me, conversation }, 1, 0)
    await heir.recover()
    await vi.waitFor(() => expect(deliveries).toHaveLength(1))
    await heir.drain(1000)
  })

  it('[O12] calls what a workflow brings, the end of a conversation with what was collected', async () => {
    const heard: [string, unknown][] = []
    const desk = defineWorkflow({
      id: 'any-form',
      version: 1,
      title: 'Desk',
      data: z.object({ floor: z.int() }),
      onTurn: ({ turn }) => void heard.push(['turn', turn]),
      onComplete(data, { type }) {
        heard.push([type, data.floor])
      }
    })
    const bench = await openBench({ workflows: [desk] })
    const conversation = await bench.start('any-form')
    answered(await bench.send(conversation, 'floor: 3'))
    answered(await bench.send(conversation, 'done'))
    await vi.waitFor(() =>
      expect(heard).toEqual([
        ['turn', 1],
        ['turn', 2],
        ['turn', 3],
        ['conversation.completed', 3]
      ])
    )
  })

  it('[O13] tells of a conversation that was handed to a person', async () => {
    const { deliveries, outlet } = await receiver(() => 200)
    const bench = await openBench({ workflows: [itIncident], outlets: [outlet] })
    const id = await bench.start('it-incident')
    for (const said of ['The printer in room 3 does nothing', 'normal', 'No', 'No'])
      await bench.send(id, said)
    await vi.waitFor(() => expect(deliveries).toHaveLength(6))
    expect(deliveries.at(-1)?.body.data).toMatchObject({
      type: 'conversation.completed',
      workflowState: { status: 'completed', result: 'handed-off' },
      messages: expect.arrayContaining([expect.objectContaining({ kind: 'handoff' })])
    })
  })

  it('[O12] owes nothing where nobody listens', async () => {
    const bench = await openBench()
    await bench.start()
    expect(await bench.store.undelivered()).toEqual([])
  })

  it.each([
    ['plain http to another machine', 'http://example.com/hook', secret],
    ['no address', 'hook', secret],
    ['a short secret', 'https://example.com/hook', 'short']
  ])('[O12] refuses %s', (_, url, key) => {
    expect(() => webhookOutlet({ url, secret: key })).toThrow(TypeError)
  })
})
