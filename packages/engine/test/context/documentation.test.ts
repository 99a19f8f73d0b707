import { readFileSync } from 'node:fs'
import { parseTemplate, type QueryTemplate, splitSystem, TEMPLATE_SLOTS } from '@turnwise/schema'
import { describe, expect, it } from 'vitest'
import { buildQuery } from '../../src/context/build-query.ts'
import type { ContextFormat } from '../../src/context/context-format.ts'
import { contractText } from '../../src/context/contract-text.ts'
import { writeCorrection } from '../../src/context/correction.ts'
import { defineWorkflow, z } from '../../src/index.ts'
import { input } from './input.ts'

const page = readFileSync(new URL('../../../../docs/context.md', import.meta.url), 'utf8')

/** The code blocks under a heading of the page. */
const examples = (heading: string): string[] => {
  const [, section = ''] = page.split(new RegExp(`^###? ${heading}$`, 'm'))
  const [text = ''] = section.split(/^## |^### /m)
  return [...text.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code)
}

const written = (format: ContextFormat) =>
  buildQuery(
    input({
      format,
      nonce: '9f3c00aa12345678',
      data: { destination: 'Lisbon', travellers: 2 },
      turnNumber: 3,
      constraints: ['Ask for one detail at a time'],
      text: 'From 3 to 6 May, R&D <team> offsite.'
    })
  ).query

const documented = (): QueryTemplate => {
  const parsed = parseTemplate(examples('A template of your own')[0] ?? '', 'desk.txt')
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'))
  return parsed.template
}

describe('docs/context.md', () => {
  it.each([
    ['C2.2', 'none'],
    ['C2.1', 'brackets'],
    ['C2.3', 'xml'],
    ['C2.4', 'line'],
    ['C2.5', 'json']
  ] as const)('[%s] shows what %s looks like, to the letter', (_id, format) => {
    expect(examples(`\`${format}\``)).toEqual([written(format)])
  })

  it('[C2.6] shows the two messages of system', () => {
    const split = splitSystem(written('system'))
    expect(examples('`system`')).toEqual([split?.system, split?.user])
  })

  it('[C2.7] shows a template and what becomes of it', () => {
    expect(examples('A template of your own')[1]).toBe(written(documented()))
  })

  it('[C2.7] lists every slot', () => {
    for (const slot of TEMPLATE_SLOTS) expect(page).toContain(`\`{{${slot}}}\``)
  })

  it('[O10.1] shows what is asked after an answer that does not fit', () => {
    const problem = {
      path: '/travellers',
      rule: 'schema',
      expected: 'Too big: expected number to be <=50',
      got: '99'
    }
    const misfit = { value: { travellers: 99 }, problems: [problem] }
    const nonce = '9f3c00aa12345678'
    expect(examples('When an answer does not fit')).toEqual([
      writeCorrection(misfit, { format: 'brackets', nonce, original: null })
    ])
  })

  it('shows the contract as it is sent', () => {
    const workflow = defineWorkflow({
      id: 'desk',
      version: 1,
      title: 'Desk',
      data: z.object({ destination: z.string(), travellers: z.int().min(1).optional() })
    })
    expect(examples('The contract')).toEqual([contractText(workflow)])
  })
})
