import type { TurnResult } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'
import onboarding from '../../../../workflows/onboarding.ts'
import { answered, openBench } from '../turn/harness.ts'
import { says, stage } from './scripted-channel.ts'

const profile = { name: 'Ada Example', email: 'ada@example.com', startDate: '2027-02-01' }
const equipped = { ...profile, equipment: ['laptop'] }
const everything = { ...equipped, policiesAccepted: true }
const next = (data: Record<string, unknown>) => says({ action: 'ask', data })
const finish = (data: Record<string, unknown>) => says({ action: 'complete', data })

describe('onboarding, transition by transition', () => {
  it.each([
    ['too little for a profile', [next({ name: 'Ada' })], 'profile', 'active', null],
    ['a profile', [next(profile)], 'equipment', 'active', null],
    ['everything at once goes one step', [next(everything)], 'equipment', 'active', null],
    ['no equipment yet', [next(profile), next({})], 'equipment', 'active', null],
    ['equipment', [next(profile), next(equipped)], 'policies', 'active', null],
    ['finishing too early', [next(profile), finish(everything)], 'equipment', 'active', null],
    [
      'finishing without the policies',
      [next(profile), next(equipped), finish({})],
      'policies',
      'active',
      null
    ],
    [
      'finishing with a refusal of the policies',
      [next(profile), next(equipped), finish({ policiesAccepted: false })],
      'policies',
      'active',
      null
    ],
    [
      'finishing',
      [next(profile), next(equipped), finish(everything)],
      'done',
      'completed',
      'success'
    ],
    [
      'stopping on the way',
      [next(profile), says({ action: 'error' })],
      'cancelled',
      'completed',
      'cancelled'
    ]
  ] as const)('[O8.3] %s', async (_, replies, step, status, result) => {
    const on = stage(onboarding)
    const id = await on.start()
    let last: TurnResult | null = null
    for (const reply of replies) last = await on.turn(id, reply)
    expect(answered(last as TurnResult).workflowState).toMatchObject({ step, status, result })
  })

  it('[O8.3] is played to its end with the simulated agent', async () => {
    const bench = await openBench({ workflows: [onboarding] })
    const id = await bench.start('onboarding')
    for (const said of ['Ada Example', 'ada@example.com', '1 February 2027', 'a laptop, please'])
      await bench.send(id, said)
    const { workflowState } = answered(await bench.send(id, 'Yes, I accept them'))
    expect(workflowState).toMatchObject({
      status: 'completed',
      result: 'success',
      collectedData: everything
    })
    expect(workflowState.path.map(({ step }) => step)).toEqual([
      'profile',
      'equipment',
      'policies',
      'done'
    ])
  })
})
