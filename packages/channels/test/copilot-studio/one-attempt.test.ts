import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  ask,
  call,
  channelTo,
  end,
  frame,
  handles,
  read,
  startFarSide,
  startServer,
  startTcpServer,
  text
} from './far-side.ts'

type Script = Parameters<Awaited<ReturnType<typeof startFarSide>>['script']>[0]

describe('one call', () => {
  const faults: NonNullable<Script['fault']>[] = [
    { kind: 'status', status: 401 },
    { kind: 'status', status: 429, retryAfter: 0 },
    { kind: 'status', status: 503, retryAfter: 0 },
    { kind: 'status', status: 204 },
    { kind: 'html' },
    { kind: 'refuse' },
    { kind: 'drop' },
    { kind: 'drop', after: 1 },
    { kind: 'eof', after: 0 },
    { kind: 'eof' },
    { kind: 'end-without-data' },
    { kind: 'silence' }
  ]
  it.each(faults)('[CH3] posts once, whatever happens to it: %j', async fault => {
    const far = await startFarSide({ idleTimeout: 100 })
    await far.script({ text: 'One', fault })
    expect((await ask(far.channel())).error).not.toBeNull()
    // The official client would be back after two seconds; a transport that repeats is quicker.
    await sleep(50)
    expect((await far.log()).messages.total).toBe(1)
  })

  it('[CH3] posts once for any status, where a plain fetch posts twice', async () => {
    let posts = 0
    const { url } = await startServer((request, response) => {
      posts += 1
      const status = Number(request.url?.match(/bots-(\d+)/)?.[1])
      request.resume().on('end', () => response.writeHead(status).end())
    })
    const odd: number[] = []
    for (let status = 200; status < 600; status += 1) {
      if (status === 300) status = 400
      posts = 0
      const { error } = await ask(channelTo(`${url}/bots-${status}`))
      // undici turns 407 into a network error.
      const expected = status === 407 ? 'ERR_CHANNEL_CUT' : 'ERR_CHANNEL_REJECTED'
      if (posts !== 1 || error?.code !== expected) odd.push(status)
    }
    expect(odd).toEqual([])

    posts = 0
    await fetch(`${url}/bots-421`, { method: 'POST', body: '{}' }).catch(() => {})
    await sleep(50)
    expect(posts).toBe(2)
  })

  it('[CH3] does not repeat itself when a kept connection dies under it', async () => {
    let posts = 0
    const url = await startTcpServer(socket => {
      let served = 0
      socket.on('data', chunk => {
        if (!chunk.includes('POST ')) return
        posts += 1
        served += 1
        if (served > 1) return socket.destroy()
        const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n'
        return socket.write(`${head}content-length: ${end.length}\r\n\r\n${end}`)
      })
    })
    const channel = channelTo(url)
    for (let number = 1; number <= 6; number += 1) {
      await ask(channel)
      expect(posts).toBe(number)
    }
  })
})

describe('the connection of a call', () => {
  /** Streams without end, and tells when the reader has gone. */
  async function endless() {
    const closed = Promise.withResolvers<void>()
    const { url } = await startServer((_request, response) => {
      const headers = { 'content-type': 'text/event-stream', 'x-ms-conversationid': 'c-1' }
      response.writeHead(200, headers).write(frame({ type: 'message', text: 'One' }))
      response.on('close', closed.resolve)
    })
    return { url, closed: closed.promise.then(() => 'closed' as const) }
  }
  const soon = (): Promise<'open'> => sleep(300, 'open')

  it.each(['ref', 'activity'])('[CH3] is closed by a reader that leaves at %s', async leaveAt => {
    const { url, closed } = await endless()
    for await (const { type } of channelTo(url).send(text('Hello'), handles(), call())) {
      if (type === leaveAt) break
    }
    expect(await Promise.race([closed, soon()])).toBe('closed')
  })

  it('[CH3] is closed at the end, also when the far side keeps it open', async () => {
    const { server, url } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(end)
    })
    const connection = once(server, 'connection')
    expect((await ask(channelTo(url))).error).toBeNull()
    const [socket] = await connection
    expect(await Promise.race([once(socket, 'close').then(() => 'closed'), soon()])).toBe('closed')
  })

  it('[CH3] is closed before the end is told, however long the reader thinks about it', async () => {
    const closed = Promise.withResolvers<string>()
    const { url } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(end)
      response.on('close', () => closed.resolve('closed'))
    })
    for await (const { type } of channelTo(url).send(text('Hello'), handles(), call())) {
      expect(type).toBe('end')
      expect(await Promise.race([closed.promise, soon()])).toBe('closed')
    }
    expect.assertions(2)
  })

  it('[CH3] is closed when a page is answered in place of a stream', async () => {
    const closed = Promise.withResolvers<string>()
    const { url } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html>')
      response.on('close', () => closed.resolve('closed'))
    })
    expect((await ask(channelTo(url))).error?.code).toBe('ERR_CHANNEL_REJECTED')
    expect(await Promise.race([closed.promise, soon()])).toBe('closed')
  })

  it('[CH3] would stay open if it were only no longer read', async () => {
    const { url, closed } = await endless()
    const response = await fetch(url)
    expect(await Promise.race([closed, soon()])).toBe('open')
    await response.body?.cancel()
  })

  it('[CH3] serves many conversations of one channel side by side', async () => {
    const far = await startFarSide()
    await far.script({ style: 'plain', stepMs: 5, times: 20 })
    const channel = far.channel()
    const turns = Array.from({ length: 20 }, (_, index) => {
      const at = { ref: `conversation-${index}`, turnId: `t${index}`, ask: 0 }
      return read(channel.send(text(`Number ${index}`), at, call()))
    })
    for (const [index, { events, error }] of (await Promise.all(turns)).entries()) {
      expect(error).toBeNull()
      expect(events[0]).toEqual({ type: 'ref', ref: `conversation-${index}` })
    }
    expect(Object.values((await far.log()).messages.byText)).toEqual(Array(20).fill(1))
  })
})
