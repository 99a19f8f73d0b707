import { expectEqual, within } from '../expect.ts'
import { type ChannelCase, channelCase, type FarSideConduct } from './harness.ts'
import { activitiesOf, isWhole, placeOf, recover, send } from './listening.ts'

const keeps = (...texts: readonly string[]): FarSideConduct => ({
  kind: 'reply',
  texts,
  ending: 'end',
  keeps: true
})

/** Whether these activities say these texts, in this order. */
const says = (activities: readonly string[], texts: readonly string[]): boolean =>
  activities.length === texts.length &&
  activities.every((raw, index) => raw.includes(JSON.stringify(texts[index])))

const recoverCase = (name: string, check: Parameters<typeof channelCase>[2]): ChannelCase => ({
  ...channelCase(['CH4'], name, check),
  recovers: true
})

export const recoveringCases: readonly ChannelCase[] = [
  recoverCase('reads back what came, and asks nothing', async far => {
    const place = placeOf()
    await far.next(keeps('One', 'Two'))
    const heard = await send(far.channel, place)
    const again = await recover(far.channel, place)
    expectEqual(activitiesOf(again), activitiesOf(heard), 'the activities')
    expectEqual(isWhole(again), true, 'that it is whole')
    expectEqual(await far.posts(), 1, 'the messages')
  }),
  ...(['drop', 'close'] as const).flatMap(ending =>
    [0, 1].map(after =>
      recoverCase(`reads back the whole of a reply: ${ending} after ${after}`, async far => {
        const place = placeOf()
        const texts = ['One', 'Two', 'Three']
        await far.next({ kind: 'reply', texts, ending, after, keeps: true })
        const heard = await send(far.channel, place)
        expectEqual(heard.error?.code, 'ERR_CHANNEL_CUT', 'the failure')
        const again = await recover(far.channel, place)
        expectEqual(says(activitiesOf(again), texts), true, 'that all of it is there')
        expectEqual(activitiesOf(again).slice(0, after), activitiesOf(heard), 'its beginning')
        expectEqual(isWhole(again), true, 'that it is whole')
        expectEqual(await far.posts(), 1, 'the messages')
      })
    )
  ),
  recoverCase('reads back the reply to that message and to no other', async far => {
    const { ref } = placeOf()
    for (const text of ['zero', 'one', 'two']) {
      await far.next(keeps(text))
      await send(far.channel, placeOf(text, ref))
    }
    for (const text of ['one', 'zero', 'two']) {
      const again = await recover(far.channel, placeOf(text, ref))
      expectEqual(says(activitiesOf(again), [text]), true, `that ${text} is what is read back`)
    }
    const asked = { ...placeOf('one', ref), ask: 1 }
    for (const unknown of [placeOf('never asked', ref), asked, placeOf('one')]) {
      const again = await recover(far.channel, unknown)
      expectEqual(activitiesOf(again), [], 'what is read back of a message that was never sent')
      expectEqual(isWhole(again), false, 'whether that is whole')
    }
  }),
  recoverCase('takes no reply for whole that was lost', async far => {
    const place = placeOf()
    await far.next({ kind: 'reply', texts: ['One'], ending: 'drop', after: 0, keeps: false })
    await send(far.channel, place)
    expectEqual(isWhole(await recover(far.channel, place)), false, 'whether it is whole')
  }),
  recoverCase('fails where nobody listens, and lets a caller go', async far => {
    const { error } = await recover(far.nowhere, placeOf())
    expectEqual(
      [error?.code, error?.details.sent],
      ['ERR_CHANNEL_UNREACHABLE', false],
      'where nobody listens'
    )
    const left = new AbortController()
    left.abort()
    const gone = await within(1000, recover(far.channel, placeOf(), left.signal), 'the leaving')
    expectEqual(gone.error?.code, 'ERR_CHANNEL_CANCELLED', 'for a caller that has left')
  })
]
