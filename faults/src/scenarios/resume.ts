import { isDeepStrictEqual } from 'node:util'
import { Client } from '../client/client.ts'
import { Follower, type Heard } from '../client/follower.ts'
import { ClientLog } from '../client/log.ts'
import type { Violation } from '../history/observed.ts'
import type { House } from '../house/house.ts'
import type { Answer } from '../worker/subject.ts'
import { eachOf } from './each-of.ts'
import { inHouses, type Part } from './in-houses.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { settle } from './settle.ts'
import { siteOn } from './site-on.ts'

const messages = 3

/** Cuts event streams at random bytes: what was heard in pieces is what was said, without a gap. */
export const resume: Scenario = {
  name: 'resume',
  does: 'cuts event streams at random bytes and resumes them from any worker',
  stores: ['sqlite', 'redis'],
  counts: 'conversations',
  count: { short: 4, usual: 40, full: 200 },
  run: plan => inHouses(plan, { site: siteOn(plan.store), houses: 1, spares: 0 }, follow)
}

const follow = async (house: House, { count, random, time, tick }: Part): Promise<Outcome> => {
  await house.agent.behave({ delay: [0, 30], pieces: 12, step: 4 })
  const client = new Client(house, new ClientLog())
  const run = random.between(0, 1e9)
  const violations: Violation[] = []
  let cuts = 0
  const followed = async (number: number): Promise<void> => {
    if (!time()) return
    const name = `resume${run}.${number}`
    const { conversationId: conversation } = await client.start({ key: name, workflow: 'queue' })
    const follower = new Follower(house, conversation, random.fork())
    const following = follower.until(
      heard => heard.filter(({ event }) => event === 'turn-committed').length > messages
    )
    for (let message = 0; message < messages; message += 1)
      await client.send({ conversation, key: `${name}.${message}` })
    await following
    const answers = client.log.acknowledgements.flatMap(told =>
      told.conversation === conversation && told.answer !== null ? [told.answer] : []
    )
    for (const detail of gapsIn(follower.heard, answers))
      violations.push({ law: 'stream', conversation, detail })
    cuts += follower.cuts
    tick()
  }
  await eachOf(
    Array.from({ length: count }, (_, number) => number),
    followed,
    6
  )
  return settle(house, client.log, { faults: cuts, count, violations })
}

/** What of the answers was not heard in pieces, and what was heard twice. */
const gapsIn = (heard: readonly Heard[], answers: readonly Answer[]): string[] => {
  const found: string[] = []
  if (new Set(heard.map(({ id }) => id)).size < heard.length) found.push('an event came twice')
  if (heard.some(({ event }) => event === 'reset')) found.push('the stream was reset')
  for (const answer of answers) {
    const said = heard
      .filter(({ event, data }) => event === 'message-delta' && data.turn === answer.turn)
      .map(({ data }) => String(data.text))
      .join('')
    // A greeting comes in one piece, without any before it.
    const wanted = answer.turn === 1 ? '' : answer.messages.map(({ text }) => text).join('')
    if (said !== wanted) found.push(`turn ${answer.turn} says “${wanted}”, heard was “${said}”`)
    const ends = heard.filter(
      ({ event, data }) => event === 'turn-committed' && isDeepStrictEqual(data, answer)
    )
    if (ends.length !== 1) found.push(`turn ${answer.turn} ended ${ends.length} times`)
  }
  return found
}
