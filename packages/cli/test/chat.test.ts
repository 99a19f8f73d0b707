import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from '../../client/test/support/served.ts'
import { TRIP } from '../../server/test/support/trip.ts'
import { chatCommand } from '../src/index.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
})
afterAll(() => served.close())
beforeEach(() => served.interfere((request, next) => next(request)))

/** Runs the chat on a script, as if it had been piped in. */
async function run(
  lines: readonly string[],
  options: { workflow?: string; url?: string } = {},
  isTTY = false
): Promise<{ code: number; shown: string }> {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough().setEncoding('utf8'), { isTTY })
  let shown = ''
  output.on('data', text => {
    shown += text
  })
  input.end(lines.map(line => `${line}\n`).join(''))
  const code = await chatCommand({ url: served.url, input, output, colour: true, ...options })
  return { code, shown }
}

describe('the chat in a terminal', () => {
  it('[S6.1] takes a travel request to its summary, by script', async () => {
    const { code, shown } = await run([...TRIP, '1', 'a window seat'])
    expect(code).toBe(0)
    expect(shown).toContain('a simulated agent answers')
    expect(shown).toContain('  destination: Lisbon')
    expect(shown).toMatch(/Collecting the details · █+░+ \d+ %/)
    expect(shown).toContain('[1] Conference')
    expect(shown).toContain('  Destination: Lisbon')
    expect(shown).toContain('[1] Confirm\n  [2] Change')
    expect(shown).toContain('Note (optional): a window seat')
    expect(shown).toMatch(/Completed\n.*destination: Lisbon/)
    // Streamed text is not said a second time when its message comes.
    expect(shown.split('Where would you like to travel?')).toHaveLength(2)
    expect(shown).not.toContain('\u001b')
    const { requests } = await served.log()
    expect(requests.at(-1)?.activity?.value).toMatchObject({ note: 'a window seat' })
  })

  it('[S6.1] sends the value of a choice for its number', async () => {
    await run([...TRIP.slice(0, 4), '2', '/quit'])
    const { requests } = await served.log()
    expect(requests.at(-1)?.userInput).toBe('customer visit')
  })

  it('[S1.1] says the words of a plain agent, and leaves at the end of the input', async () => {
    await served.script({ text: 'Nice to meet you', style: 'plain' })
    const { code, shown } = await run(['hello'], { workflow: 'small-talk' })
    expect(code).toBe(0)
    expect(shown).toContain('Nice to meet you')
  })

  it('shows what a terminal would obey, instead of obeying it', async () => {
    const words = 'red \u001b[31m and \u001b]0;title\u0007 and \u009b2J and \u202ereversed\u202c'
    await served.script({ text: words, style: 'plain' })
    const { shown } = await run(['hello'], { workflow: 'small-talk' })
    expect(shown).toContain('red [31m and ]0;title and 2J and reversed')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the very thing that must not be there
    expect(shown).not.toMatch(/[\u001b\u0007\u009b\u202e]/)
  })

  it('[S3.2] says what went wrong, in the words of the problem', async () => {
    await served.script({ fault: { kind: 'status', status: 403 } })
    const { code, shown } = await run(['hello'], { workflow: 'small-talk' })
    expect(code).toBe(1)
    expect(shown).toContain('The agent refused. The agent did not take the message.')
  })

  it('[O7.6] asks a person whether to try again, and does so with the same key', async () => {
    await served.script({ fault: { kind: 'status', status: 403 } }, { text: 'Here I am' })
    served.requests.length = 0
    const { code, shown } = await run(['hello', 'yes', '/quit'], { workflow: 'small-talk' }, true)
    expect(code).toBe(0)
    expect(shown).toContain('Try again? (y/n)')
    expect(shown).toContain('Here I am')
    const keys = served.requests
      .filter(({ url }) => url.endsWith('/send'))
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('[O7.8] warns of a reply that was lost', async () => {
    await served.script({ fault: { kind: 'eof', after: 0, lost: true } })
    const { shown } = await run(['hello'], { workflow: 'small-talk' })
    expect(shown).toContain('the agent may have acted on the message')
  })

  it.each([
    [
      { workflow: 'unknown' },
      'It has: it-incident, onboarding, payment, small-talk, travel-request'
    ],
    [{ url: 'http://127.0.0.1:9' }, 'There is no server at http://127.0.0.1:9. Start one with']
  ])('[S1.1] says what is missing with %j', async (options, words) => {
    const { code, shown } = await run([], options)
    expect(code).toBe(1)
    expect(shown).toContain(words)
  })
})
