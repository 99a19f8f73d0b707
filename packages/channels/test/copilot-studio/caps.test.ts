import { setTimeout as sleep } from 'node:timers/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  ask,
  call,
  channelTo,
  end,
  frame,
  handles,
  messages,
  read,
  startFarSide,
  startServer,
  streamOf,
  text
} from './far-side.ts'

const message = (words: string) => ({ type: 'message', text: words })
const fake = (sse: string, settings = {}) =>
  ask(channelTo('http://127.0.0.1:1', { fetch: streamOf(sse), ...settings }))

describe('the size of a reply', () => {
  it('[CH5] may reach the cap, in bytes as they are decoded', async () => {
    const sse = frame(message('ü'.repeat(100))) + end
    const bytes = Buffer.byteLength(sse)
    expect((await fake(sse, { maxBytes: bytes })).error).toBeNull()
    expect((await fake(sse, { maxBytes: bytes - 1 })).error).toMatchObject({
      code: 'ERR_CHANNEL_REPLY_TOO_LARGE',
      details: { sent: true }
    })
  })

  it('[CH5] is 1 MiB unless it is configured', async () => {
    const around = frame(message('')).length + end.length
    const sse = (bytes: number): string => frame(message('x'.repeat(bytes - around))) + end
    expect((await fake(sse(1_048_576))).error).toBeNull()
    expect((await fake(sse(1_048_577))).error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
  })

  it('[CH5] is not extended by compression, comments or an endless line', async () => {
    const sources: Record<string, Buffer> = {
      comments: Buffer.from(': keep-alive\n\n'.repeat(5_000)),
      'one line': Buffer.from(`event: activity\ndata: ${'x'.repeat(70_000)}`)
    }
    for (const source of Object.values(sources)) {
      let sent = 0
      let closed = false
      const { url } = await startServer((_request, response) => {
        const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
        response.writeHead(200, headers)
        response.on('close', () => {
          closed = true
        })
        const zip = createGzip()
        zip.pipe(response)
        const feed = (): void => {
          while (!closed && sent < 1e9) {
            sent += source.length
            if (!zip.write(source)) return void zip.once('drain', feed)
          }
        }
        feed()
      })
      const before = process.memoryUsage().rss
      expect((await ask(channelTo(url))).error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
      await sleep(50)
      expect(closed).toBe(true)
      expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
    }
  })

  it('[CH5] would be a hundred times the cap for a reader that trusts a small body', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1_048_576, '\n'))
    expect(bomb.byteLength).toBeLessThan(1_048_576)
    const { url } = await startServer((_request, response) => {
      const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end(bomb)
    })
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(100 * 1_048_576)
    expect((await ask(channelTo(url))).error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
  })

  it.each<[name: string, count: number, code: string | undefined]>([
    ['200 of them', 200, undefined],
    ['one too many', 201, 'ERR_CHANNEL_REPLY_TOO_LARGE']
  ])('[CH5] is counted in activities: %s', async (_name, count, code) => {
    const { events, error } = await fake(frame(message('x')).repeat(count) + end)
    expect(error?.code).toBe(code)
    expect(messages(events)).toHaveLength(200)
  })

  it('[CH5] counts frames that are no activities', async () => {
    const { error } = await fake('event: activity\ndata: {"bad\n\n'.repeat(201) + end)
    expect(error?.code).toBe('ERR_CHANNEL_REPLY_TOO_LARGE')
  })

  it('[CH5] lets a long text be streamed in as many pieces as it takes', async () => {
    const pieces = Array.from({ length: 3_000 }, (_, index) => ({
      type: 'typing',
      text: `${index} `,
      channelData: { streamType: 'streaming', streamId: 's', streamSequence: index + 1 }
    }))
    const { events, error } = await fake(pieces.map(frame).join('') + end)
    expect(error).toBeNull()
    expect(events.filter(({ type }) => type === 'delta')).toHaveLength(3_000)
  })
})

describe('the time of a reply', () => {
  /** Drips this text for ever. */
  async function drip(words: string, everyMs = 20): Promise<string> {
    const { url } = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const timer = setInterval(() => response.write(words), everyMs)
      response.on('close', () => clearInterval(timer))
    })
    return url
  }

  it('[CH5] is not extended by comments that keep the connection alive', async () => {
    const channel = channelTo(await drip(': keep-alive\n\n'), { idleTimeout: 200 })
    const before = performance.now()
    expect((await ask(channel)).error).toMatchObject({ code: 'ERR_CHANNEL_TIMEOUT' })
    expect(performance.now() - before).toBeLessThan(1_500)
  })

  it('[CH5] is not extended by one byte after another', async () => {
    const channel = channelTo(await drip('d'), { idleTimeout: 200 })
    expect((await ask(channel)).error).toMatchObject({ code: 'ERR_CHANNEL_TIMEOUT' })
  })

  it('[CH5] is bounded in all, however lively the far side is', async () => {
    const url = await drip(frame({ type: 'typing' }))
    const { events, error } = await ask(channelTo(url, { idleTimeout: 200, totalTimeout: 600 }))
    expect(events.length).toBeGreaterThan(3)
    expect(error).toMatchObject({ code: 'ERR_CHANNEL_TIMEOUT', details: { sent: true } })
  })

  it('[CH5] does not count what the reader takes for itself as silence', async () => {
    const far = await startFarSide({ idleTimeout: 100 })
    await far.script({ style: 'several' })
    const seen: string[] = []
    for await (const { type } of far.channel().send(text('Hello'), handles(), call())) {
      seen.push(type)
      await sleep(150)
    }
    expect(seen.at(-1)).toBe('end')
  })

  it('[CH5] leaves no timer behind', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter(name => name === 'Timeout').length
    const before = timers()
    const endings = [
      frame(message('x')) + end,
      frame(message('x')),
      frame(message('x')).repeat(201)
    ]
    for (const sse of endings) await fake(sse)
    const channel = channelTo('http://127.0.0.1:1', { fetch: streamOf(frame(message('x'))) })
    for await (const _ of channel.send(text('x'), handles(), call())) break
    await read(channel.send(text('x'), handles(), call(AbortSignal.abort())))
    expect(timers()).toBe(before)
  })
})
