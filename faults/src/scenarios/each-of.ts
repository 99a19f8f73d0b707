/** Does the same with every item, some of them side by side. */
export const eachOf = async <T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  abreast = 8
): Promise<void> => {
  const waiting = [...items]
  const take = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: abreast }, take))
}
