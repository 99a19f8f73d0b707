// Runs the server and starts it again when its sources or its workflows have changed. While a workflow
// has an error the server that runs goes on with the last good one.
import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workflows = resolve(process.env.WORKFLOWS ?? join(root, 'workflows'))
const node = ['--conditions=@turnwise/source']

let server = null
let ending = false

const exitOf = child => new Promise(done => child.once('exit', done))

const start = () => {
  const child = spawn(process.execPath, [...node, 'packages/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit']
  })
  server = child
  child.once('exit', () => {
    if (server !== child) return
    server = null
    if (!ending) console.error('The server has ended; it starts again at the next change.')
  })
}

const stop = async () => {
  if (server === null) return
  const child = server
  server = null
  const exited = exitOf(child)
  child.kill('SIGTERM')
  await exited
}

/** In a process of its own, because a module that was imported once stays as it was. */
const workflowsAreGood = async () => {
  const child = spawn(
    process.execPath,
    [...node, join(root, 'scripts/load-workflows.mjs'), workflows],
    {
      cwd: root,
      stdio: 'inherit'
    }
  )
  return (await exitOf(child)) === 0
}

let busy = Promise.resolve()
let timer
const changed = () => {
  clearTimeout(timer)
  timer = setTimeout(() => {
    busy = busy.then(async () => {
      if (ending) return
      if (await workflowsAreGood()) {
        await stop()
        start()
      } else if (server !== null) console.error('The server goes on with the last good workflows.')
    })
  }, 200)
}

const isSource = name => name !== null && /\.ts$/.test(name)
watch(workflows, (_, name) => isSource(name) && changed())
watch(join(root, 'packages'), { recursive: true }, (_, name) => {
  if (isSource(name) && /[\\/]src[\\/]/.test(name)) changed()
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    ending = true
    await stop()
    process.exit(0)
  })
}
start()
