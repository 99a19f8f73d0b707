import { availableParallelism, loadavg, totalmem } from 'node:os'

/** The class of machine a result comes from; times compare within one class at most. */
export function machineClass(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const { platform, arch, version } = process
  return `${platform} ${arch}, ${availableParallelism()} cores, ${memory} GB, Node ${version.slice(1)}`
}

/** How many processes have wanted a core, on average over the last quarter of an hour. */
export function loadAverage(): number {
  return Math.round(loadavg()[2] ?? 0)
}
