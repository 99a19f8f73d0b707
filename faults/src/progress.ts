/** Milliseconds between two lines of progress. */
const pause = 5000

/** Tells on standard error how far a run is, now and then. */
export const progressOf = (name: string, counts: string): ((progress: string) => void) => {
  let last = 0
  return progress => {
    if (performance.now() - last < pause) return
    last = performance.now()
    process.stderr.write(`${name}: ${progress} ${counts}\n`)
  }
}
