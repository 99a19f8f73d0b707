import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { machineClass } from './machine.ts'

/** Where and when a result comes from. */
export interface Provenance {
  readonly date: string
  readonly machine: string
  readonly versions: Readonly<Record<string, string>>
}

const FOLDERS = [resolve(import.meta.dirname, '..'), resolve(import.meta.dirname, '../..')]

/** @param packages names of npm packages whose versions matter */
export function provenance(packages: readonly string[]): Provenance {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: machineClass(),
    versions: Object.fromEntries(packages.map(name => [name, versionOf(name)]))
  }
}

function versionOf(name: string): string {
  for (const folder of FOLDERS) {
    try {
      const file = join(folder, 'node_modules', name, 'package.json')
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    } catch {}
  }
  return 'absent'
}
