const WORDS =
  'order agent customer meeting budget review travel invoice delivery contract season window ' +
  'report answer question station garden morning paper bridge colour music number planet'
const VOCABULARY = WORDS.split(' ')

/** The same numbers at every run, so that runs compare. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => pick(random, VOCABULARY)).join(' ')
}

export function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

/** Sentences without brackets, ticks or anything else that data is made of. */
export function prose(length: number, seed = 7): string {
  const random = createRandom(seed)
  const parts: string[] = []
  for (let size = 0; size < length; ) {
    const one = sentence(random, 6 + Math.floor(random() * 12))
    const part = `${one.charAt(0).toUpperCase()}${one.slice(1)}.${random() < 0.2 ? '\n\n' : ' '}`
    parts.push(part)
    size += part.length
  }
  return parts.join('').slice(0, length)
}
