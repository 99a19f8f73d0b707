import { readFileSync } from 'node:fs'
import { configurationPage, readConfiguration } from '@turnwise/server'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  const read = readConfiguration(environment)
  return read.ok ? [] : read.problems
}

describe('the configuration', () => {
  it('has a value for everything in an empty environment', () => {
    const read = readConfiguration({ PATH: '/bin', PORT: '', HOST: ' ' })
    expect(read).toMatchObject({
      ok: true,
      configuration: {
        PORT: 3000,
        STORE: 'sqlite',
        REDIS_ACK: 'memory',
        REDIS_DEADLINE: 5000,
        LEASE: 30_000,
        HOST: '127.0.0.1',
        TURNWISE_DATA: './.turnwise',
        AGENT: 'simulated',
        AGENT_IDLE_TIMEOUT: 120_000,
        AGENT_RESEND: 'unsafe',
        CORS_ORIGINS: [],
        CARD_ACTIONS: ['submit', 'open-url', 'show-card', 'toggle', 'execute'],
        CONTEXT_FORMAT: 'brackets',
        CONTEXT_NONCE: true,
        CONTEXT_BUDGET: 2000,
        CONTEXT_TIERS: 'fit',
        CONTEXT_DATAMARK: false,
        CONTEXT_CONTRACT: false,
        CONTEXT_ACTIONS: false,
        CONTEXT_HISTORY: 0,
        INPUT_MAX: 32_000,
        CONVERSATION_TTL: 86_400_000,
        IDEMPOTENCY_TTL: 86_400_000,
        DEFAULT_WORKFLOW: 'travel-request',
        LOG_LEVEL: 'info'
      }
    })
  })

  it('reads what people write', () => {
    const read = readConfiguration({
      PORT: '0',
      AGENT_IDLE_TIMEOUT: '90s',
      CONVERSATION_TTL: '0',
      IDEMPOTENCY_TTL: '7d',
      CORS_ORIGINS: 'https://a.example, http://localhost:5173',
      ALLOWED_LINK_HOSTS: '*.example.com,example.org',
      CARD_ACTIONS: 'submit',
      CONTEXT_NONCE: 'false'
    })
    expect(read).toMatchObject({
      ok: true,
      configuration: {
        PORT: 0,
        AGENT_IDLE_TIMEOUT: 90_000,
        CONVERSATION_TTL: 0,
        IDEMPOTENCY_TTL: 604_800_000,
        CORS_ORIGINS: ['https://a.example', 'http://localhost:5173'],
        ALLOWED_LINK_HOSTS: ['*.example.com', 'example.org'],
        CARD_ACTIONS: ['submit'],
        CONTEXT_NONCE: false
      }
    })
  })

  it('says everything that is wrong at once, and what it should be', () => {
    expect(
      problemsOf({
        PORT: '70000',
        AGENT_IDLE_TIMEOUT: '120',
        AGENT_RESEND: 'yes',
        CONTEXT_NONCE: '1',
        CORS_ORIGINS: 'https://a.example/',
        AUTH: 'entra',
        REDIS_URL: 'redis://:secret@host'
      })
    ).toEqual([
      'PORT should be a whole number from 0 to 65535, not "70000"',
      'AGENT_IDLE_TIMEOUT should be a duration such as 500ms, 120s or 15m, at most 300s, not "120"',
      'AGENT_RESEND should be unsafe or safe, not "yes"',
      'AUTH: "entra" is not available yet; use none',
      'CORS_ORIGINS should be a list with commas of origins such as https://app.example.com, not "https://a.example/"',
      'CONTEXT_NONCE should be true or false, not "1"',
      'STORE should be redis, because REDIS_URL is set'
    ])
  })

  it.each([
    ['PORT', ['-1', '65536', '3000.5', '0x10', '1e3', 'http']],
    ['AGENT_IDLE_TIMEOUT', ['301s', '400s', '6m']],
    ['AGENT_TOTAL_TIMEOUT', ['25d', '0', '0s', '-1s', '1.5s', '10 s', '99d', '1w']],
    ['CONVERSATION_TTL', ['1', '0h', 'ever']],
    ['CORS_ORIGINS', ['*', 'a.example', 'https://a.example/x', 'null', 'ftp://a.example']],
    ['CARD_ACTIONS', ['all', 'submit,delete', 'Submit']],
    ['LOG_LEVEL', ['verbose', 'INFO']],
    ['INPUT_MAX', ['0', '1000001']],
    ['AGENT', ['openaj', 'gpt']],
    ['STORE', ['postgres', 'Redis']],
    ['REDIS_ACK', ['disk', 'none']],
    ['REDIS_DEADLINE', ['61s', '0']],
    ['REDIS_PREFIX', ['{a}', 'a b', 'x'.repeat(101)]],
    ['LEASE', ['0', '2h']],
    ['CONTEXT_FORMAT', ['Brackets']]
  ])('refuses for %s each of %j', (name, values) => {
    for (const value of values) {
      expect(problemsOf({ [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name} should be `))
      ])
    }
  })

  it('[S4.4] wants Redis to be named when it is to be used, and repeats no password', () => {
    expect(problemsOf({ STORE: 'redis' })).toEqual([
      'REDIS_URL should be set, because STORE is redis'
    ])
    for (const REDIS_URL of [
      'http://secret@host',
      'host:6379',
      'redis://',
      'redis-sentinel://secret@host'
    ]) {
      const problems = problemsOf({ STORE: 'redis', REDIS_URL })
      expect(problems).toEqual([
        expect.stringMatching(/^REDIS_URL should be the address of a Redis/)
      ])
      expect(problems.join()).not.toContain('secret')
    }
    for (const REDIS_URL of [
      'redis://host',
      'rediss://user:password@host:6380/3',
      'redis://[::1]:6379',
      'redis-sentinel://one:26379,two:26379/mymaster?db=1',
      'redis-sentinel://user:password@one/mymaster'
    ])
      expect(problemsOf({ STORE: ' redis ', REDIS_URL })).toEqual([])
  })

  it('says of words that will mean something one day that they do not yet, and what does', () => {
    expect(problemsOf({ AGENT: 'openai', CONTEXT_FORMAT: ' yaml ' })).toEqual([
      'AGENT: "openai" is not available yet; use simulated or copilot-studio',
      'CONTEXT_FORMAT should be one of none, brackets, xml, line, json, system, not " yaml "'
    ])
    expect(problemsOf({ AGENT: 'openaj' })).toEqual([
      'AGENT should be simulated or copilot-studio, not "openaj"'
    ])
    expect(problemsOf({ LOG_LEVEL: 'loud' })).toEqual([
      'LOG_LEVEL should be one of fatal, error, warn, info, debug, trace, silent, not "loud"'
    ])
  })

  it('says the limit of a duration', () => {
    expect(problemsOf({ AGENT_IDLE_TIMEOUT: '400s', CONVERSATION_TTL: '1' })).toEqual([
      'AGENT_IDLE_TIMEOUT should be a duration such as 500ms, 120s or 15m, at most 300s, not "400s"',
      'CONVERSATION_TTL should be a duration such as 500ms, 120s or 15m, at most 36500d, or 0 for ever, not "1"'
    ])
  })

  it('says what a Copilot Studio agent needs, and never repeats a secret', () => {
    expect(problemsOf({ AGENT: 'copilot-studio' })).toHaveLength(2)
    const secret = 'very secret token'
    const problems = problemsOf({
      AGENT: 'copilot-studio',
      COPILOT_STUDIO_TOKEN: secret,
      COPILOT_STUDIO_DIRECT_URL: `not a url ${secret}`
    })
    expect(problems).toHaveLength(2)
    expect(problems.join()).not.toContain('very')
    const environment = {
      AGENT: 'copilot-studio',
      COPILOT_STUDIO_TOKEN: 'abc',
      COPILOT_STUDIO_ENVIRONMENT_ID: '00000000-0000-0000-0000-000000000001',
      COPILOT_STUDIO_SCHEMA_NAME: 'cr0a1_travel'
    }
    expect(problemsOf(environment)).toEqual([])
  })

  it('reads every environment or says why not', () => {
    const anyValue = fc.dictionary(
      fc.constantFrom(
        'PORT',
        'HOST',
        'AGENT',
        'CORS_ORIGINS',
        'CARD_ACTIONS',
        'AGENT_IDLE_TIMEOUT'
      ),
      fc.string({ unit: 'binary' })
    )
    fc.assert(
      fc.property(anyValue, environment => {
        const read = readConfiguration(environment)
        return read.ok || read.problems.every(problem => /^[A-Z_]+(?: should |: ")/.test(problem))
      })
    )
  })
})

describe('a server without sign-in', () => {
  const matrix: [host: string, consent: string | undefined, starts: boolean][] = [
    ['127.0.0.1', undefined, true],
    ['localhost', undefined, true],
    ['::1', undefined, true],
    ['127.8.9.10', undefined, true],
    ['0.0.0.0', undefined, false],
    ['::', undefined, false],
    ['192.168.1.7', undefined, false],
    ['turnwise.example', undefined, false],
    ['127.0.0.1.example', undefined, false],
    ['localhost.example', undefined, false],
    ['0.0.0.0', 'yes', false],
    ['0.0.0.0', 'true', false],
    ['0.0.0.0', 'I-understand', true],
    ['turnwise.example', 'I-understand', true]
  ]
  it.each(matrix)('[SEC2] listens on %s with consent %s: %s', (host, consent, starts) => {
    const problems = problemsOf({ HOST: host, ALLOW_ANONYMOUS: consent ?? '' })
    expect(problems.length === 0).toBe(starts)
    if (!starts) expect(problems.join('\n')).toContain('ALLOW_ANONYMOUS')
  })

  it('[SEC2] needs the address said as well as the consent', () => {
    expect(readConfiguration({ ALLOW_ANONYMOUS: 'I-understand' })).toMatchObject({
      ok: true,
      configuration: { HOST: '127.0.0.1' }
    })
  })
})

it('is documented as it is: otherwise run scripts/docs.mjs', () => {
  const page = new URL('../../../docs/configuration.md', import.meta.url)
  expect(readFileSync(page, 'utf8')).toBe(configurationPage())
})
