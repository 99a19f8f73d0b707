import { describe, expect, it } from 'vitest'
import { gathered } from '../src/conversation/gathered.ts'

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds))

async function lists<T>(source: AsyncIterable<T>): Promise<T[][]> {
  const all: T[][] = []
  for await (const list of gathered(source)) all.push(list)
  return all
}

describe('[W1.1] what arrives within a frame', () => {
  it('is drawn at once, in order, and nothing is left out', async () => {
    async function* quick(): AsyncGenerator<number> {
      for (let number = 0; number < 1_000; number++) yield number
    }
    const all = await lists(quick())
    expect(all.flat()).toEqual(Array.from({ length: 1_000 }, (_, number) => number))
    expect(all.length).toBeLessThan(100)
  })

  it('does not wait for what comes later', async () => {
    async function* slow(): AsyncGenerator<string> {
      yield 'first'
      await pause(120)
      yield 'second'
    }
    expect(await lists(slow())).toEqual([['first'], ['second']])
  })

  it('ends with its source', async () => {
    async function* none(): AsyncGenerator<never> {}
    expect(await lists(none())).toEqual([])
  })
})
