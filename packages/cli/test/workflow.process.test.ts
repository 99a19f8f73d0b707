import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const turnwise = async (args: readonly string[], lines: readonly string[] = []) => {
  const child = spawn(
    process.execPath,
    ['--conditions=@turnwise/source', 'packages/cli/src/main.ts', 'workflow', ...args],
    { cwd: root, stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } }
  )
  const [shown, told] = [text(child.stdout), text(child.stderr)]
  child.stdin.end(lines.map(line => `${line}\n`).join(''))
  const code = await new Promise(resolve => child.once('exit', resolve))
  return { code, shown: await shown, told: await told }
}

it('[O8.10] plays a workflow against the simulated agent, to its end', async () => {
  const { code, shown, told } = await turnwise(
    ['simulate', 'payment'],
    ['Pay Ada Example 120 EUR, DE02 1203 0000 0000 2020 51', '1']
  )
  expect({ code, told }).toEqual({ code: 0, told: '' })
  expect(shown).toContain('[1] Confirm')
  expect(shown).toMatch(/was paid\. The receipt is P-/)
})

it('[O8.10] plays a file as well, and says when there is no such workflow', async () => {
  const played = await turnwise(['simulate', 'workflows/small-talk.ts'], ['hello', '/quit'])
  expect(played).toMatchObject({ code: 0, shown: expect.stringContaining('nice to hear from you') })
  const none = await turnwise(['simulate', 'nothing'])
  expect(none).toMatchObject({ code: 1, shown: expect.stringContaining('neither a file nor') })
})

it('[O8.10] prints what the agent is to be told, by file or by id', async () => {
  const byId = await turnwise(['prompt', 'travel-request'])
  const byFile = await turnwise(['prompt', 'workflows/travel-request.ts'])
  expect(byId).toMatchObject({ code: 0, shown: expect.stringContaining('"destination"') })
  expect(byFile.shown).toBe(byId.shown)
  expect(await turnwise(['prompt', 'nothing'])).toMatchObject({ code: 1 })
})
