import { BENIGN_TEXT } from './benign-text.ts'

const words = (text: string) => text.split(' ')
const OPENINGS = words('[ [ [ ［ 【 〔 ⟦ < < ＜ ‹ 〈 ( {')
const CLOSINGS = [...words('] ] ] ］ 】 > > ＞ › 〉 )'), '', ' ', '\n', ' 9f3c52d1aa07be44]']
const NAMES = [
  ...words('CONTEXT context Context user_input USERINPUT WORKFLOW_CONTEXT MEMORY history'),
  ...words('ＣＯＮＴＥＸＴ СОNTЕХТ 𝐂𝐎𝐍𝐓𝐄𝐗𝐓 C0NTEXT U5ER_1NPUT contextual CONTEX TCONTEXT'),
  'USER INPUT',
  'user\u00a0input',
  'COLLECTED  DATA'
]
const FILLERS = [
  ...words('\u200b \u200d \u200c \ufe0f \u00ad \u202e \u{e0041} \u0301 \u0000 \u3164 _ - ,'),
  ' ',
  '\n',
  '\t'
]
const FRAGMENTS = words('/ \\ : ual . $& {userMessage} 🏴 👩 💻 م \ud83d [ ] < > CONTEXT INPUT')

/** A text of pieces that are a tag, nearly one, or none; the same for the same seed. */
export function randomMix(seed: number): string {
  // The 32-bit xorshift of Marsaglia: repeatable, and good enough to pick pieces.
  let state = seed | 0 || 1
  const below = (bound: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
  const one = (from: readonly string[]) => from[below(from.length)] ?? ''
  const sometimes = (from: readonly string[]) => (below(4) === 0 ? one(from) : '')
  const nearlyTag = () => {
    const name = Array.from(one(NAMES), letter => (below(8) === 0 ? letter + one(FILLERS) : letter))
    const slash = one(['', '', '/', ' /'])
    return [one(OPENINGS), sometimes(FILLERS), slash, ...name, sometimes(FILLERS), one(CLOSINGS)]
  }
  for (let warmUp = 0; warmUp < 8; warmUp++) below(1)
  const pieces = Array.from({ length: 1 + below(10) }, () => {
    const kind = below(6)
    if (kind < 2) return nearlyTag().join('')
    return kind < 5 ? one(FRAGMENTS) + sometimes(FILLERS) : one(BENIGN_TEXT)
  })
  return pieces.join('')
}
