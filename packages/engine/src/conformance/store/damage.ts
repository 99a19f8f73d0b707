import { expectCode, expectEqual, expectKind } from '../expect.ts'
import { commitOf, long } from './conversation.ts'
import { damageCase, fenceAhead, type StoreCase } from './harness.ts'

const unreadable = 'ERR_CONVERSATION_UNREADABLE'

const unreadableCases = (['unreadable', 'newer'] as const).map(how =>
  damageCase(
    ['S4.6'],
    `sets a conversation aside that is ${how}, goes on, and can delete it`,
    async (talk, damage) => {
      const { store, address } = talk
      const other = talk.as({ conversation: `${address.conversation}-other` })
      await talk.open()
      await talk.granted('a')
      await other.open()
      await damage(how)
      await expectCode(talk.admit('a'), unreadable, 'a turn')
      await expectCode(talk.head(), unreadable, 'the head')
      await expectCode(store.stop(address), unreadable, 'a stop')
      await expectCode(store.adopt(address, { owner: 'w', lease: long }), unreadable, 'an adoption')
      const { heads } = await store.list(address, { cursor: null, limit: 9 })
      const listed = heads.map(head => head.address.conversation)
      expectEqual(listed, [other.address.conversation], 'the list')
      await store.orphans()
      const [entry] = await Promise.all([
        other.turn('b'),
        expectCode(talk.head(), unreadable, 'the head, at the same moment')
      ])
      expectEqual(entry.turn, 2, 'the next turn of another conversation')
      const stranger = { ...address, user: `${address.user}-other` }
      expectEqual(await store.erase(stranger), 'unknown', 'a deletion by somebody else')
      expectEqual(await store.erase(address), 'erased', 'a deletion')
      expectEqual(await talk.head(), null, 'the head after the deletion')
    }
  )
)

export const damageCases: readonly StoreCase[] = [
  ...unreadableCases,
  damageCase(
    ['S4.1', 'O7.3'],
    'raises fences also when the clock was set back',
    async (talk, damage) => {
      await talk.open()
      await damage('ahead')
      const grant = await talk.granted('a')
      expectEqual(grant.fence, fenceAhead + 1, 'the fence')
      expectEqual(
        await talk.store.renew(grant, long),
        { kind: 'renewed', cancel: false },
        'a renewal'
      )
      expectKind(await talk.store.commit(grant, commitOf(grant)), 'committed', 'a commit')
    }
  )
]
