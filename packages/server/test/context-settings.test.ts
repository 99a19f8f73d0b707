import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contextSettings } from '../src/configuration/context-settings.ts'
import { readConfiguration } from '../src/configuration/read-configuration.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnwise-context-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settingsFor = (environment: Record<string, string>) => {
  const read = readConfiguration(environment)
  if (!read.ok) throw new Error(read.problems.join('\n'))
  return contextSettings(read.configuration)
}

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('[C2.1] [C3.1] is what the engine does anyway, unless somebody says otherwise', async () => {
  expect(await settingsFor({})).toEqual({
    ok: true,
    settings: {
      format: 'brackets',
      budget: 2000,
      tiers: null,
      nonce: true,
      datamark: false,
      contract: false,
      actions: false,
      history: 0
    }
  })
})

it('[C2.5] [C4.5] [C3.1] takes each variable', async () => {
  const environment = {
    CONTEXT_FORMAT: 'json',
    CONTEXT_BUDGET: '500',
    CONTEXT_TIERS: 'early',
    CONTEXT_NONCE: 'false',
    CONTEXT_DATAMARK: 'true',
    CONTEXT_CONTRACT: 'true',
    CONTEXT_ACTIONS: 'true',
    CONTEXT_HISTORY: '4'
  }
  expect(await settingsFor(environment)).toMatchObject({
    settings: {
      format: 'json',
      budget: 500,
      tiers: { full: 0.4, summary: 0.7 },
      nonce: false,
      datamark: true,
      contract: true,
      actions: true,
      history: 4
    }
  })
})

it('[C2.7] reads a template, and refuses one with a mistake by file and line', async () => {
  const good = file('good.txt', '[N {{nonce}}] {{step}} {{userInput}}')
  const read = await settingsFor({ CONTEXT_TEMPLATE_FILE: good })
  expect(read.ok && typeof read.settings.format).toBe('object')

  const bad = file('bad.txt', 'Hello\n{{stepp}} {{userInput}}')
  expect(await settingsFor({ CONTEXT_TEMPLATE_FILE: bad })).toEqual({
    ok: false,
    problems: [expect.stringContaining(`${bad}:2: there is no slot {{stepp}}; there are {{step}}`)]
  })

  const none = join(folder, 'none.txt')
  expect(await settingsFor({ CONTEXT_TEMPLATE_FILE: none })).toEqual({
    ok: false,
    problems: [`CONTEXT_TEMPLATE_FILE should be a file that can be read, not "${none}"`]
  })
})
