/** Says everything that keeps the server from starting, and ends the process. */
export function refuseToStart(problems: readonly string[]): never {
  process.stderr.write(
    ['Turnwise cannot start:', ...problems.map(problem => `- ${problem}`), ''].join('\n')
  )
  process.exit(1)
}

/** What to do about a failure at start, as far as it is known. */
export function startProblem(
  error: unknown,
  { port, host }: { port: number; host: string }
): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  switch (code) {
    case 'EADDRINUSE':
      return `PORT: ${port} is taken by another program. Set PORT to a free one, or to 0 for any`
    case 'EACCES':
      return `PORT: this user may not listen on ${port}. Set PORT to one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST: ${host} is not an address of this machine`
    case 'ERR_STORE_LOCKED':
      return 'TURNWISE_DATA: another server works on this folder. Stop it, or set another folder'
    default:
      return typeof message === 'string' ? message : String(error)
  }
}
