import { expectCode, expectEqual } from '../expect.ts'
import { long } from './conversation.ts'
import { damageCase, type StoreCase } from './harness.ts'

const unreadable = 'ERR_CONVERSATION_UNREADABLE'

export const damageCases: readonly StoreCase[] = (['unreadable', 'newer'] as const).map(how =>
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
