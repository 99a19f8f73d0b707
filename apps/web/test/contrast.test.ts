import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('../src/look/tokens.css', import.meta.url), 'utf8')

type Colour = readonly [lightness: number, chroma: number, hue: number]
const themes = ['light', 'dark'] as const

/** Both sides of a token's `light-dark(oklch(…), oklch(…))`. */
function token(name: string): readonly [Colour, Colour] {
  const value = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]*)\\), oklch\\(([^)]*)\\)\\)`)
  const [, light = '', dark = ''] = value.exec(css) ?? []
  const colour = (text: string): Colour => {
    const [lightness = Number.NaN, chroma = Number.NaN, hue = Number.NaN] = text
      .split(' ')
      .map(Number)
    return [lightness, chroma, hue]
  }
  return [colour(light), colour(dark)]
}

/** Relative luminance of a colour. @see https://bottosson.github.io/posts/oklab/ */
function luminance([lightness, chroma, hue]: Colour): number {
  const [a, b] = [Math.cos((hue * Math.PI) / 180), Math.sin((hue * Math.PI) / 180)].map(
    part => part * chroma
  ) as [number, number]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamp = (value: number): number => Math.min(1, Math.max(0, value))
  const red = clamp(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)
  const green = clamp(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const surfaces = ['paper', 'raised', 'sunken', 'accent-wash']
const pairs = [
  ...['ink', 'ink-quiet', 'accent', 'accent-strong', 'alarm'].flatMap(text =>
    surfaces.map(surface => [text, surface, 4.5] as const)
  ),
  ['on-accent', 'accent', 4.5] as const,
  ['on-accent', 'accent-strong', 4.5] as const,
  ['edge', 'paper', 3] as const,
  ['edge', 'raised', 3] as const
]

describe('[W1.5] contrast', () => {
  it.each(pairs)('of %s on %s is at least %d', (text, surface, least) => {
    for (const [index, theme] of themes.entries()) {
      const ratio = contrast(token(text)[index] as Colour, token(surface)[index] as Colour)
      expect(ratio, theme).toBeGreaterThanOrEqual(least)
    }
  })

  it('is measured right (control)', () => {
    expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 1)
    expect(contrast([0.6, 0, 0], [0.7, 0, 0])).toBeLessThan(4.5)
  })
})
