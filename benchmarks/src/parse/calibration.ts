import type { Judged } from './accuracy.ts'
import { standingOf } from './score.ts'

/** How often readings of one kind were right. */
export interface Band {
  readonly title: string
  readonly readings: number
  readonly right: number
  readonly wrong: readonly string[]
}

/** How often what was said with so much confidence was so. */
export interface Calibration {
  readonly words: readonly Band[]
  readonly scores: readonly Band[]
}

const WORDS = ['high', 'medium', 'low']

/** Lower bounds of the bands of score, from the top. */
const BOUNDS = [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.25, 0]

export function calibrate(judged: readonly Judged[]): Calibration {
  const said = judged.flatMap(({ row, right, reading }) => {
    if (!reading.found || standingOf(row) !== 'counted') return []
    return [{ id: row.id, right, word: reading.confidence ?? '', score: reading.score ?? 0 }]
  })
  return {
    words: WORDS.map(word =>
      bandOf(
        word,
        said.filter(one => one.word === word)
      )
    ),
    scores: BOUNDS.map((bound, at) => {
      const above = BOUNDS[at - 1] ?? Number.POSITIVE_INFINITY
      return bandOf(
        `${bound.toFixed(2)}–${Math.min(above, 1).toFixed(2)}`,
        said.filter(one => one.score >= bound && one.score < above)
      )
    })
  }
}

function bandOf(
  title: string,
  readings: readonly { readonly id: string; readonly right: boolean }[]
): Band {
  const wrong = readings.filter(one => !one.right).map(one => one.id)
  return { title, readings: readings.length, right: readings.length - wrong.length, wrong }
}
