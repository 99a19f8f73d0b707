import { readFileSync } from 'node:fs'
import { createEmulator, scenarioNames } from '@turnwise/emulator'
import { describe, expect, it } from 'vitest'

/** Sends one text to the agent for any form and returns its envelope. */
const ask = async (text: string): Promise<Record<string, unknown>> => {
  const { fetch } = createEmulator({ defaultStyle: 'value' })
  const base = 'http://emulator/copilotstudio/dataverse-backed/authenticated/bots/any-form'
  const response = await fetch(
    new Request(`${base}/conversations/11111111-1111-4111-8111-111111111111`, {
      method: 'POST',
      headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
      body: JSON.stringify({ activity: { type: 'message', text } })
    })
  )
  const activities = [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)].map(
    match => JSON.parse(match[1] ?? '') as { value?: Record<string, unknown> }
  )
  return activities.findLast(({ value }) => value !== undefined)?.value ?? {}
}

const inContext = (collected: string, said: string, constraints = ''): string =>
  `[CONTEXT]\nPhase: start\nCollected data: ${collected}\nTurn number: 2\n${constraints}[/CONTEXT]\n\n[USER INPUT]\n${said}\n[/USER INPUT]`

describe('the agent for any form', () => {
  it.each([
    ['floor: 3', { floor: 3 }],
    ['floor = 3, date: 2027-05-03', { floor: 3, date: '2027-05-03' }],
    ['standing: yes\nname: Ada Lovelace', { standing: true, name: 'Ada Lovelace' }],
    ['nothing like a field', {}]
  ])('takes fields as they are spelled: %j', async (said, data) => {
    expect(await ask(inContext('{}', said))).toMatchObject({ action: 'ask', data })
  })

  it('keeps what is collected, names what is missing, and completes when told', async () => {
    const missing = 'Constraints: ["Still missing: date"]\n'
    expect(await ask(inContext('{"floor":3}', 'standing: no', missing))).toMatchObject({
      data: { floor: 3, standing: false },
      prompt: expect.stringContaining('Still missing: date')
    })
    expect(await ask(inContext('{"floor":3}', 'done'))).toMatchObject({
      action: 'complete',
      data: { floor: 3 }
    })
  })

  it('is told about in the README, like every scenario', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
    for (const name of scenarioNames) expect(readme).toContain(`\`${name}\``)
  })
})
