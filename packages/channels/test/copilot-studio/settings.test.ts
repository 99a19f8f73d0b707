import { type CopilotStudioSettings, copilotStudioChannel } from '@turnwise/channels/copilot-studio'
import { describe, expect, it } from 'vitest'

const environmentId = '0f8a1b2c-3d4e-5f60-7182-93a4b5c6d7e8'
const agent = { environmentId, schemaName: 'cr0a1_travel' }
const local = { directConnectUrl: 'http://127.0.0.1:3979/x' }

describe('settings', () => {
  it.each<[name: string, settings: object, complaint: RegExp]>([
    ['nothing at all', {}, /environmentId must be/],
    ['an environment that is no GUID', { ...agent, environmentId: 'prod' }, /environmentId must/],
    [
      'an environment that adds a host',
      { ...agent, environmentId: 'x.evil.com/' },
      /environmentId/
    ],
    ['no schema name', { environmentId }, /schemaName must be/],
    ['a schema name with a path', { ...agent, schemaName: '../x' }, /schemaName must be/],
    ['an unknown cloud', { ...agent, cloud: 'Mars' }, /cloud must be one of Prod/],
    ['a cloud of the prototype', { ...agent, cloud: 'constructor' }, /cloud must be one of/],
    ['an unknown agent type', { ...agent, agentType: 'own' }, /agentType must be/],
    ['resend that is neither', { ...agent, resend: true }, /resend must be/],
    ['a token of two lines', { ...agent, token: 'a\nb' }, /token must be/],
    ['an empty token', { ...agent, token: '' }, /token must be/],
    ['no patience', { ...agent, idleTimeout: 0 }, /idleTimeout must be/],
    ['a timer that would fire at once', { ...agent, totalTimeout: 2 ** 31 }, /totalTimeout must/],
    ['half a millisecond', { ...agent, connectTimeout: 0.5 }, /connectTimeout must/],
    ['a deadline that is no number', { ...agent, recoverDeadline: Number.NaN }, /recoverDeadline/],
    ['no bytes', { ...agent, maxBytes: -1 }, /maxBytes must/],
    ['activities without end', { ...agent, maxActivities: Infinity }, /maxActivities must/]
  ])('refuse %s', (_name, settings, complaint) => {
    expect(() => copilotStudioChannel(settings as CopilotStudioSettings)).toThrow(complaint)
  })

  it('[CH1] never repeat a token in their complaint', () => {
    const attempt = (): unknown => copilotStudioChannel({ ...agent, token: 'CANARY\n' })
    expect(attempt).toThrow(/^(?!.*CANARY)/s)
  })

  it.each([
    'http://agents.example.com/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    '//127.0.0.1/x',
    'not a url',
    'https://user@agents.example.com/',
    'https://user:secret@agents.example.com/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/',
    'https://100.64.0.1/',
    'https://198.18.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://0x0a000001/',
    'https://167772161/',
    'https://012.0.0.1/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://intranet/',
    'https://printer.local/',
    'https://vault.internal/',
    'https://metadata.google.internal./',
    'https://nas.home.arpa/'
  ])('refuse to boot with directConnectUrl %s', directConnectUrl => {
    expect(() => copilotStudioChannel({ directConnectUrl })).toThrow(TypeError)
  })

  it.each([
    'https://agents.example.com/x',
    'https://8.8.8.8/x',
    'https://172.32.0.1/x',
    'https://[2606:4700::1111]/x',
    'http://127.0.0.1:3979/x',
    'http://127.8.8.8/x',
    'http://[::1]:3979/x',
    'http://localhost:3979/x',
    'https://agent.localhost/x'
  ])('take directConnectUrl %s', directConnectUrl => {
    expect(copilotStudioChannel({ directConnectUrl }).id).toBe('copilot-studio')
  })

  it('take a private host that is listed', () => {
    const settings = { directConnectUrl: 'https://10.1.2.3/x' }
    expect(() => copilotStudioChannel(settings)).toThrow(/allowPrivateHosts/)
    expect(copilotStudioChannel({ ...settings, allowPrivateHosts: ['10.1.2.3'] })).toBeDefined()
  })

  it.each<[name: string, settings: CopilotStudioSettings, expected: object]>([
    ['no token', local, { resend: 'unsafe', needsUser: true }],
    ['a token', { ...local, token: 'x' }, { resend: 'unsafe', needsUser: false }],
    ['a maker of tokens', { ...local, token: async () => 'x' }, { needsUser: false }],
    ['resend', { ...local, resend: 'safe' }, { resend: 'safe', streams: true, cards: true }]
  ])('decide the capabilities: %s', (_name, settings, expected) => {
    expect(copilotStudioChannel(settings).capabilities).toMatchObject(expected)
  })
})
