import type { ChannelCase } from './harness.ts'
import { recoveringCases } from './recovering.ts'
import { sendingCases } from './sending.ts'

/** What every channel must do. Cases are independent; those marked `recovers` need `recover`. */
export const channelCases: readonly ChannelCase[] = [...sendingCases, ...recoveringCases]
