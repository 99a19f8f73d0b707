import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ask,
  call,
  channelTo,
  handles,
  messages,
  read,
  startFarSide,
  startServer,
  startTcpServer,
  text
} from './far-side.ts'

type Script = Parameters<Awaited<ReturnType<typeof startFarSide>>['script']>[0]

/** As `asctime` of C writes it, in UTC without saying so. */
function dateOfC(date: Date): string {
  const [day, of, month, year, time] = date.toUTCString().split(/,? /)
  return `${day} ${month} ${of} ${time} ${year}`
}

describe('a far side that refuses', () => {
  it.each([400, 401, 403, 404, 409, 413, 429, 500, 502, 503, 504])(
    '[CH2] is rejected with its status: %i',
    async status => {
      const far = await startFarSide()
      await far.script({ fault: { kind: 'status', status } })
      const { events, error } = await ask(far.channel())
      expect(events).toEqual([])
      expect(error).toMatchObject({
        code: 'ERR_CHANNEL_REJECTED',
        retryable: status === 429 || status === 503,
        details: { status, sent: true }
      })
      expect(error?.details).not.toHaveProperty('retryAfter')
    }
  )

  it.each<[name: string, header: string, seconds: number | undefined]>([
    ['seconds', '120', 120],
    ['no wait', '0', 0],
    ['a date', new Date(Date.now() + 90_000).toUTCString(), 90],
    ['a date that is over', 'Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['an obsolete date', 'Sunday, 06-Nov-94 08:49:37 GMT', 0],
    ['a date of C', dateOfC(new Date(Date.now() + 90_000)), 90],
    ['nonsense that a parser of dates would take', 'foo 1', undefined],
    ['a fraction', '1.5', undefined],
    ['less than nothing', '-1', undefined],
    ['nothing', '', undefined]
  ])('[CH2] may say when to come back: %s', async (_name, header, seconds) => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { url } = await startServer((_request, response) => {
      response.writeHead(429, { 'retry-after': header }).end()
    })
    const { error } = await ask(channelTo(url))
    expect(error?.details.status).toBe(429)
    const got = error?.details.retryAfter
    if (seconds === undefined) expect(got).toBeUndefined()
    else expect(Math.abs((got ?? Number.NaN) - seconds)).toBeLessThanOrEqual(2)
  })

  it('[CH2] may say so in both ways over the emulator', async () => {
    const far = await startFarSide()
    await far.script(
      { fault: { kind: 'status', status: 429, retryAfter: 30 } },
      { fault: { kind: 'status', status: 503, retryAfter: { date: 30 } } }
    )
    expect((await ask(far.channel())).error?.details).toMatchObject({ retryAfter: 30 })
    const { retryAfter } = (await ask(far.channel())).error?.details ?? {}
    expect(retryAfter).toBeGreaterThanOrEqual(28)
    expect(retryAfter).toBeLessThanOrEqual(31)
  })

  it.each<[name: string, fault: Script['fault'], status: number]>([
    ['nothing', { kind: 'status', status: 204 }, 204],
    ['a page', { kind: 'html' }, 200]
  ])(
    '[CH2] in a 2xx with %s took the message, but did not answer it',
    async (_n, fault, status) => {
      const far = await startFarSide()
      await far.script({ ...(fault && { fault }) })
      expect((await ask(far.channel())).error).toMatchObject({
        code: 'ERR_CHANNEL_REJECTED',
        details: { status, sent: true }
      })
    }
  )

  it('[CH2] by sending elsewhere is not followed', async () => {
    let elsewhere = 0
    const other = await startServer((_request, response) => {
      elsewhere += 1
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end()
    })
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await startServer((_request, response) => {
        response.writeHead(status, { location: other.url }).end()
      })
      const { error } = await ask(channelTo(url))
      expect(error).toMatchObject({ code: 'ERR_CHANNEL_CUT', details: { sent: true } })
      await fetch(url, { method: 'POST' })
    }
    // The control, a plain `fetch`, went there every time.
    expect(elsewhere).toBe(5)
  })
})

describe('a far side that cannot be reached', () => {
  it.each<[name: string, url: () => Promise<string>]>([
    ['nobody listens', async () => 'http://127.0.0.1:9'],
    ['the name does not exist', async () => 'https://agent.invalid'],
    ['it does not speak TLS', async () => tls((await startServer(() => {})).url)],
    ['it hangs up in the handshake', async () => tls(await startTcpServer(s => s.destroy()))],
    ['it never answers the handshake', async () => tls(await startTcpServer(() => {}))]
  ])('[CH2] has been sent nothing: %s', async (_name, url) => {
    const { events, error } = await ask(channelTo(await url(), { connectTimeout: 300 }))
    expect(events).toEqual([])
    expect(error).toMatchObject({
      code: 'ERR_CHANNEL_UNREACHABLE',
      retryable: true,
      details: { sent: false }
    })
  })

  it('[CH2] for too long in all has been sent nothing either', async () => {
    const url = tls(await startTcpServer(() => {}))
    const { error } = await ask(channelTo(url, { totalTimeout: 100 }))
    expect(error).toMatchObject({ code: 'ERR_CHANNEL_TIMEOUT', details: { sent: false } })
  })

  const tls = (url: string): string => url.replace('http:', 'https:')
})

describe('a reply that is cut', () => {
  it.each<[name: string, script: Script, seen: string[]]>([
    ['before the response', { fault: { kind: 'refuse', processed: true } }, []],
    ['before the first activity', { text: 'One', fault: { kind: 'drop' } }, []],
    ['after the first activity', { text: 'One', fault: { kind: 'drop', after: 1 } }, ['One']],
    ['by an early end of the body', { text: 'One', fault: { kind: 'eof' } }, ['One']],
    ['by an empty body', { text: 'One', fault: { kind: 'eof', after: 0 } }, []],
    ['by an end without data', { text: 'One', fault: { kind: 'end-without-data' } }, ['One']]
  ])('[CH2] tells that the message had been sent: %s', async (_name, script, seen) => {
    const far = await startFarSide()
    await far.script(script)
    const { events, error } = await ask(far.channel())
    expect(messages(events)).toEqual(seen)
    expect(error).toMatchObject({
      code: 'ERR_CHANNEL_CUT',
      retryable: false,
      details: { sent: true }
    })
  })

  it('[CH2] in the middle of compressed bytes is cut as well', async () => {
    const { url } = await startServer((_request, response) => {
      const headers = { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }
      response.writeHead(200, headers).end('this is not gzip')
    })
    expect((await ask(channelTo(url))).error).toMatchObject({ code: 'ERR_CHANNEL_CUT' })
  })
})

describe('a far side that is silent', () => {
  it.each<[name: string, script: Script]>([
    ['before its headers', { headersDelayMs: 3_000 }],
    ['before its first activity', { fault: { kind: 'silence' } }],
    ['after its first activity', { text: 'One', fault: { kind: 'silence', after: 1 } }],
    ['while it thinks', { delayMs: 3_000 }]
  ])('[CH2] times out: %s', async (_name, script) => {
    const far = await startFarSide({ idleTimeout: 150 })
    await far.script(script)
    const before = performance.now()
    expect((await ask(far.channel())).error).toMatchObject({
      code: 'ERR_CHANNEL_TIMEOUT',
      retryable: false,
      details: { sent: true }
    })
    expect(performance.now() - before).toBeLessThan(2_000)
  })
})

describe('a call that is cancelled', () => {
  it('[CH2] before it begins sends nothing', async () => {
    const far = await startFarSide()
    const signal = AbortSignal.abort()
    const { error } = await read(far.channel().send(text('Hello'), handles(), call(signal)))
    expect(error).toMatchObject({ code: 'ERR_CHANNEL_CANCELLED', details: { sent: false } })
    expect((await far.log()).requests).toEqual([])
  })

  it.each<[name: string, script: Script]>([
    ['before the headers', { headersDelayMs: 5_000 }],
    ['before the first activity', { fault: { kind: 'silence' } }],
    ['in the middle', { text: 'One', fault: { kind: 'silence', after: 1 } }]
  ])('[CH2] stops at once: %s', async (_name, script) => {
    const far = await startFarSide()
    await far.script(script)
    const cancel = new AbortController()
    const timer = setTimeout(() => cancel.abort(), 150)
    onTestFinished(() => clearTimeout(timer))
    const before = performance.now()
    const { error } = await read(far.channel().send(text('Hello'), handles(), call(cancel.signal)))
    expect(error).toMatchObject({ code: 'ERR_CHANNEL_CANCELLED', details: { sent: true } })
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  it('[CH2] between two events is not read on', async () => {
    const far = await startFarSide()
    await far.script({ style: 'several' })
    const cancel = new AbortController()
    const seen: string[] = []
    const reading = async (): Promise<void> => {
      for await (const { type } of far.channel().send(text('x'), handles(), call(cancel.signal))) {
        seen.push(type)
        if (type === 'activity') cancel.abort()
      }
    }
    await expect(reading()).rejects.toMatchObject({ code: 'ERR_CHANNEL_CANCELLED' })
    expect(seen).toEqual(['ref', 'activity'])
  })
})
