import { listActions, mergeSubmit, nameActions } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'

const card = {
  type: 'AdaptiveCard',
  body: [
    {
      type: 'Container',
      items: [{ type: 'TextBlock', text: 'x' }],
      selectAction: { type: 'Action.Submit', title: 'Whole' }
    },
    { type: 'ActionSet', actions: [{ type: 'Action.Submit', title: 'Named', id: 'mine' }] }
  ],
  actions: [
    { type: 'Action.Submit', title: 'Posing', id: 'a0' },
    {
      type: 'Action.ShowCard',
      title: 'More',
      card: { type: 'AdaptiveCard', actions: [{ type: 'Action.Submit', title: 'Inner' }] }
    }
  ]
}

describe('[W1.3] nameActions', () => {
  it('writes the listed ids into the card', () => {
    const named = nameActions(card)
    const ids = JSON.stringify(named).match(/"id":"[^"]+"/g)
    expect(ids?.sort()).toEqual(
      listActions(card)
        .map(({ actionId }) => `"id":"${actionId}"`)
        .sort()
    )
  })

  it('lists the same actions before and after', () => {
    expect(listActions(nameActions(card))).toEqual(listActions(card))
  })

  it('names each action as the server finds it', () => {
    for (const { actionId, type } of listActions(nameActions(card))) {
      if (type === 'submit') expect(mergeSubmit(card, actionId, {}).ok).toBe(true)
    }
  })

  it('leaves the card it was given as it is', () => {
    const before = JSON.stringify(card)
    nameActions(card)
    expect(JSON.stringify(card)).toBe(before)
  })
})
