import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { machineClass } from '../machine.ts'
import { PEERS } from './peers/index.ts'
import type { Peer } from './reading.ts'

/** Where and when a result comes from. */
export interface Provenance {
  readonly date: string
  readonly machine: string
  readonly versions: Readonly<Record<string, string>>
}

const FOLDERS = [resolve(import.meta.dirname, '../..'), resolve(import.meta.dirname, '../../..')]

export function provenance(): Provenance {
  const peers: readonly Peer[] = Object.values(PEERS)
  const names = peers.flatMap(peer => peer.package ?? [])
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: machineClass(),
    versions: Object.fromEntries([...names, 'zod'].map(name => [name, versionOf(name)]))
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
