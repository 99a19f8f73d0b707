/**
 * Milliseconds this process has computed so far, its collector included: what
 * others do on the same machine does not count, nor does waiting.
 *
 * The clock of a single thread would be nearer to the point, but ticks in
 * steps of up to four milliseconds.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
