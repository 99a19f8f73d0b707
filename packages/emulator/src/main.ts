import { readArguments } from './arguments.ts'
import { Lifetime } from './lifetime.ts'
import { startEmulator } from './listen.ts'

// The server that reads our output may be killed: writing to its closed pipe must not end us too.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const read = readArguments(process.argv.slice(2))
if (!read.ok) {
  process.stderr.write(`${read.message}\n`)
  process.exit(2)
}
const { idleExitMs, orphanExitMs, ...listen } = read.options

const lifetime = new Lifetime({ idleExitMs, orphanExitMs, onEnd: () => void stop() })
const emulator = await startEmulator({ ...listen, onRequest: () => lifetime.requested() })

async function stop(): Promise<void> {
  lifetime.end()
  await emulator.close()
  process.exit(0)
}

process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())
process.stdout.write(`${JSON.stringify({ url: emulator.url })}\n`)
