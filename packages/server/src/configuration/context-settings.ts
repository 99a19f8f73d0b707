import { readFile } from 'node:fs/promises'
import { type ContextSettings, earlyTiers } from '@turnwise/engine'
import { parseTemplate } from '@turnwise/schema'
import type { Configuration } from './variables.ts'

/** How the agent is told where a workflow stands, or what is wrong with the template for it. */
export type ReadContextSettings =
  | { ok: true; settings: ContextSettings }
  | { ok: false; problems: readonly string[] }

/** Brings the settings of the context together, and parses the template, once. */
export async function contextSettings(configuration: Configuration): Promise<ReadContextSettings> {
  const named: ContextSettings = {
    format: configuration.CONTEXT_FORMAT,
    budget: configuration.CONTEXT_BUDGET,
    tiers: configuration.CONTEXT_TIERS === 'early' ? earlyTiers : null,
    nonce: configuration.CONTEXT_NONCE,
    datamark: configuration.CONTEXT_DATAMARK,
    contract: configuration.CONTEXT_CONTRACT,
    actions: configuration.CONTEXT_ACTIONS,
    history: configuration.CONTEXT_HISTORY
  }
  const file = configuration.CONTEXT_TEMPLATE_FILE
  if (file === undefined) return { ok: true, settings: named }
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    const what = `CONTEXT_TEMPLATE_FILE should be a file that can be read, not "${file}"`
    return { ok: false, problems: [what] }
  }
  const parsed = parseTemplate(text, file)
  return parsed.ok
    ? { ok: true, settings: { ...named, format: parsed.template } }
    : { ok: false, problems: parsed.problems }
}
