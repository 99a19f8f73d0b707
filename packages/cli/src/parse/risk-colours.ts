import type { Risk } from '@turnwise/parse'

/** The less a repair can be relied on, the louder its colour. */
export const RISK_COLOURS = {
  lossless: 'green',
  lossy: 'yellow',
  guess: 'red'
} as const satisfies Record<Risk, string>
