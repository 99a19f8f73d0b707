import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readArguments } from '../src/arguments.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnwise-template-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('[C2.7] reads queries that are written with a template', () => {
  const read = readArguments(['--template', file('good.txt', 'At {{step}}: {{userInput}}')])
  const template = read.ok ? read.options.template : undefined
  expect(template?.read('At start: To Lisbon')).toMatchObject({
    phase: 'start',
    userInput: 'To Lisbon'
  })
  expect(readArguments([])).toMatchObject({ ok: true, options: { port: 0 } })
})

it('[C2.7] says what is wrong with a template, or that there is none', () => {
  const bad = file('bad.txt', '{{userInput}}\n{{nothing}}')
  expect(readArguments(['--template', bad])).toEqual({
    ok: false,
    message: expect.stringContaining(`${bad}:2: there is no slot {{nothing}}`)
  })
  expect(readArguments(['--template', join(folder, 'none.txt')])).toMatchObject({
    ok: false,
    message: expect.stringContaining('no such file')
  })
})
