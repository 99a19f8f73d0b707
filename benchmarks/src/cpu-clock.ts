/**
 * Milliseconds this thread has computed so far: what others do on the same
 * machine does not count, waiting does not, nor do the collector's own threads.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
