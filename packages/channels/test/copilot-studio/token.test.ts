import { inspect } from 'node:util'
import type { CopilotStudioSettings } from '@turnwise/channels/copilot-studio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { call, channelTo, handles, read, startFarSide, startServer, text } from './far-side.ts'

const canary = 'CANARY-7f3a'

async function authorizationOf(
  settings: Partial<CopilotStudioSettings>,
  token?: string
): Promise<string | undefined> {
  let seen: string | undefined
  const { url } = await startServer((request, response) => {
    seen = request.headers.authorization
    response.writeHead(500).end()
  })
  await read(
    channelTo(url, settings).send(text('Hello'), handles(), { ...call(), ...(token && { token }) })
  )
  return seen
}

describe('the bearer of a call', () => {
  it.each<[name: string, settings: Partial<CopilotStudioSettings>, user: string, sent: string]>([
    ['what is configured', { token: 'own' }, 'user', 'Bearer own'],
    ['what is made', { token: async () => 'made' }, 'user', 'Bearer made'],
    ['the token of the user', { token: undefined }, 'user', 'Bearer user']
  ])('is %s', async (_name, settings, user, sent) => {
    expect(await authorizationOf(settings, user)).toBe(sent)
  })

  it.each<[name: string, settings: Partial<CopilotStudioSettings>, user: string | undefined]>([
    ['none', { token: undefined }, undefined],
    ['one of two lines', { token: undefined }, `${canary}\nx`],
    ['an empty one that was made', { token: async () => '' }, 'user'],
    ['a made one of two lines', { token: async () => `${canary}\r\nx` }, 'user']
  ])('[CH2] is missing like a 401 that sent nothing: %s', async (_name, settings, user) => {
    const far = await startFarSide(settings)
    const options = { ...call(), ...(user !== undefined && { token: user }) }
    const { error } = await read(far.channel().send(text('Hello'), handles(), options))
    expect(error).toMatchObject({
      code: 'ERR_CHANNEL_REJECTED',
      details: { status: 401, sent: false }
    })
    expect(inspect(error, { depth: null })).not.toContain(canary)
    expect((await far.log()).requests).toHaveLength(0)
  })

  it('[CH2] that cannot be made leaves nothing sent', async () => {
    const token = async (): Promise<string> => {
      throw new Error('identity is down')
    }
    const { error } = await read(
      channelTo('http://127.0.0.1:9', { token }).send(text('Hello'), handles(), call())
    )
    expect(error).toMatchObject({
      code: 'ERR_CHANNEL_UNREACHABLE',
      details: { sent: false },
      cause: { message: 'identity is down' }
    })
  })

  it.each<[name: string, cancelAfter: number, code: string]>([
    ['the connect timeout', 60_000, 'ERR_CHANNEL_UNREACHABLE'],
    ['cancelling', 20, 'ERR_CHANNEL_CANCELLED']
  ])('[CH2] that is never made is ended by %s', async (_name, cancelAfter, code) => {
    const cancel = new AbortController()
    const timer = setTimeout(() => cancel.abort(), cancelAfter)
    onTestFinished(() => clearTimeout(timer))
    const settings = { token: () => new Promise<string>(() => {}), connectTimeout: 100 }
    const channel = channelTo('http://127.0.0.1:9', settings)
    const { error } = await read(channel.send(text('Hello'), handles(), call(cancel.signal)))
    expect(error).toMatchObject({ code, details: { sent: false } })
  })

  it('[CH2] is in no error, however the call fails', async () => {
    const far = await startFarSide({ token: canary, idleTimeout: 60 })
    const faults = [
      { kind: 'status', status: 401 },
      { kind: 'status', status: 500 },
      { kind: 'html' },
      { kind: 'refuse' },
      { kind: 'drop', after: 1 },
      { kind: 'eof' },
      { kind: 'silence' }
    ] as const
    await far.script(...faults.map(fault => ({ text: 'One', fault })))
    const urls = ['http://127.0.0.1:9', 'https://nothing.invalid', far.url.replace('http', 'https')]
    const channels = [
      ...faults.map(() => far.channel()),
      ...urls.map(url => channelTo(url, { token: canary }))
    ]
    for (const channel of channels) {
      const { error } = await read(channel.send(text('Hello'), handles(), call()))
      expect(error).not.toBeNull()
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain(canary)
    }
  })
})
