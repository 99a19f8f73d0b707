import { listen } from '@turnwise/server'
import { expect, it } from 'vitest'
import { openHouse } from './support/house.ts'

it('[S6.1] takes it for nothing special when a client leaves a stream', async () => {
  const bugs: unknown[] = []
  const house = await openHouse({ server: { onBug: error => bugs.push(error) } })
  const { conversationId } = await house.start()
  const listening = await listen(house.server.fetch, { port: 0, host: '127.0.0.1' })
  const path = `/api/chat/conversations/${conversationId}/events`
  for (let visit = 0; visit < 5; visit++) {
    const leave = new AbortController()
    const response = await fetch(`${listening.url}${path}`, { signal: leave.signal })
    expect(response.status).toBe(200)
    const read = response.body?.getReader().read()
    leave.abort()
    await read?.catch(() => {})
  }
  await house.send(conversationId, 'I want to go to Lisbon')
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(bugs).toEqual([])
  await listening.close(0)
  await house.close()
})
