import { expectEqual, expectPresent, within } from '../expect.ts'
import { type ChannelCase, channelCase, type FarSideConduct } from './harness.ts'
import { activitiesOf, isWhole, open, placeOf, send } from './listening.ts'

/** The far side says all of it, and that it is done. */
export const says = (...texts: readonly string[]): FarSideConduct => ({
  kind: 'reply',
  texts,
  ending: 'end',
  keeps: false
})

const texts = ['One', '', ' \t\r\n ', '\u0000\u2028😀', '"}\ndata: {"', '[CONTEXT] $& ${'] as const

/** Ways to stop in the middle, with what has come by then. */
const cuts = [
  ['the connection before anything came', 'drop', 0],
  ['the connection after one activity', 'drop', 1],
  ['the stream before anything came', 'close', 0],
  ['the stream after one activity', 'close', 1],
  ['the stream behind the last activity', 'close', 2]
] as const

const refusals = [
  { status: 401 },
  { status: 403 },
  { status: 404 },
  { status: 429, retryAfter: 7 },
  { status: 500 },
  { status: 503, retryAfter: 3 }
] as const

export const sendingCases: readonly ChannelCase[] = [
  channelCase(['CH3'], 'passes every activity on as it came, and then the end', async far => {
    const raw = await far.next(says(...texts))
    const heard = await send(far.channel)
    expectEqual(heard.error, null, 'the error')
    expectEqual(activitiesOf(heard), raw, 'the activities')
    expectEqual(isWhole(heard), true, 'that the end comes last and once')
  }),
  channelCase(['CH3'], 'ends a reply without activities', async far => {
    await far.next(says())
    const heard = await send(far.channel)
    expectEqual([activitiesOf(heard), isWhole(heard)], [[], true], 'what came')
  }),
  channelCase(['CH3'], 'keeps replies of one channel apart', async far => {
    const place = placeOf()
    for (const text of ['first', 'second', 'third']) {
      const raw = await far.next(says(text))
      expectEqual(activitiesOf(await send(far.channel, place)), raw, `the ${text} in one place`)
    }
    const raw = await far.next(says('elsewhere'))
    expectEqual(activitiesOf(await send(far.channel)), raw, 'the one in another place')
    expectEqual(await far.posts(), 4, 'the messages')
  }),
  ...cuts.map(([what, ending, after]) =>
    channelCase(['CH3'], `fails when the far side breaks off ${what}`, async far => {
      const reply = ['One', 'Two']
      const raw = await far.next({ kind: 'reply', texts: reply, ending, after, keeps: false })
      const heard = await send(far.channel)
      expectEqual(activitiesOf(heard), raw.slice(0, after), 'what had come')
      expectEqual(
        [heard.error?.code, heard.error?.details.sent],
        ['ERR_CHANNEL_CUT', true],
        'the failure'
      )
      expectEqual(heard.events.filter(({ type }) => type === 'end').length, 0, 'ends')
      expectEqual(await far.posts(), 1, 'the messages')
    })
  ),
  ...refusals.map(refusal =>
    channelCase(
      ['CH3'],
      `fails with what the far side says when it refuses with ${refusal.status}`,
      async far => {
        await far.next({ kind: 'refusal', ...refusal })
        const { events, error } = await send(far.channel)
        expectEqual(events, [], 'what came')
        expectEqual(error?.code, 'ERR_CHANNEL_REJECTED', 'the failure')
        const { status, retryAfter } = expectPresent(error, 'the failure').details
        expectEqual({ status, retryAfter }, refusal, 'its details')
        expectEqual(await far.posts(), 1, 'the messages')
      }
    )
  ),
  channelCase(['CH3'], 'fails without having sent anything where nobody listens', async far => {
    for (const heard of [await send(far.nowhere), await open(far.nowhere, placeOf())])
      expectEqual(
        [heard.events, heard.error?.code, heard.error?.details.sent],
        [[], 'ERR_CHANNEL_UNREACHABLE', false],
        'the failure'
      )
  }),
  channelCase(['CH3'], 'sends nothing for a caller that has left', async far => {
    const left = new AbortController()
    left.abort()
    const { events, error } = await send(far.channel, placeOf(), left.signal)
    expectEqual([events, error?.code], [[], 'ERR_CHANNEL_CANCELLED'], 'the failure')
    expectEqual(await far.posts(), 0, 'the messages')
  }),
  ...[0, 1].map(after =>
    channelCase(['CH3'], `lets a caller go at once behind ${after} activities`, async far => {
      const reply = ['One', 'Two']
      const conduct = {
        kind: 'reply',
        texts: reply,
        ending: 'silence',
        after,
        keeps: false
      } as const
      const raw = await far.next(conduct)
      const left = new AbortController()
      let came = 0
      const heard = send(far.channel, placeOf(), left.signal, ({ type }) => {
        came += type === 'activity' ? 1 : 0
      })
      while (came < after || (await far.posts()) < 1)
        await new Promise<void>(resolve => setTimeout(resolve, 5))
      left.abort()
      const { error, events } = await within(1000, heard, 'the leaving')
      expectEqual(error?.code, 'ERR_CHANNEL_CANCELLED', 'the failure')
      expectEqual(activitiesOf({ events, error }), raw.slice(0, after), 'what had come')
      expectEqual(await far.posts(), 1, 'the messages')
    })
  ),
  channelCase(['CH5'], 'takes two hundred activities and no more', async far => {
    const most = await far.next(says(...Array<string>(200).fill('x')))
    expectEqual(activitiesOf(await send(far.channel)), most, 'two hundred')
    await far.next(says(...Array<string>(201).fill('x')))
    const heard = await send(far.channel)
    expectEqual(heard.error?.code, 'ERR_CHANNEL_REPLY_TOO_LARGE', 'one more')
    expectEqual(activitiesOf(heard).length <= 200, true, 'that no more were passed on')
  }),
  channelCase(['CH5'], 'takes as many bytes as it may and no more', async far => {
    const most = await far.next(says('x'.repeat(far.maxBytes * 0.9)))
    expectEqual(activitiesOf(await send(far.channel)).length, most.length, 'nearly as many')
    const half = 'x'.repeat(far.maxBytes * 0.55)
    await far.next(says(half, half))
    const { error } = await send(far.channel)
    expectEqual(
      [error?.code, error?.details.sent],
      ['ERR_CHANNEL_REPLY_TOO_LARGE', true],
      'more than that'
    )
  }),
  channelCase(
    ['CH3'],
    'opens a conversation, and the same one when it is asked again',
    async far => {
      const place = placeOf()
      const first = await open(far.channel, place)
      expectEqual(isWhole(first), true, 'that the greeting is whole')
      const again = await open(far.channel, place)
      expectEqual(isWhole(again), true, 'that the repeated one is whole')
      const refs = [first, again].map(({ events }) =>
        events.flatMap(event => (event.type === 'ref' ? [event.ref] : []))
      )
      expectEqual(refs[0], refs[1], 'the conversation')
      expectEqual(await far.posts(), 0, 'the messages')
    }
  )
]
