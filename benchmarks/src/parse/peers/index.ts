import type { Peer } from '../reading.ts'
import { aiSdk } from './ai-sdk.ts'
import { baml } from './baml.ts'
import { bestEffort } from './best-effort.ts'
import { jsonrepair } from './jsonrepair.ts'
import { langchain } from './langchain.ts'
import { naive } from './naive.ts'
import { native } from './native.ts'
import { partialJson } from './partial-json.ts'
import { turnwise } from './turnwise.ts'
import { typia } from './typia.ts'

/** All that take part, in the order of the columns. */
export const PEERS = {
  turnwise,
  jsonrepair,
  partialJson,
  bestEffort,
  aiSdk,
  langchain,
  typia,
  baml,
  naive,
  native
} satisfies Readonly<Record<string, Peer>>

export type PeerName = keyof typeof PEERS

export const PEER_NAMES = Object.keys(PEERS) as readonly PeerName[]

/** The JavaScript libraries: what a project could install instead, without a native addon. */
export const JAVASCRIPT_PEERS: readonly PeerName[] = [
  'jsonrepair',
  'partialJson',
  'bestEffort',
  'aiSdk',
  'langchain',
  'typia'
]
