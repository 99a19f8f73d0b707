// Runs the server, restarted when its sources change, and the web app with hot reload in front of it.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const run = (args, options) => {
  const child = spawn(process.execPath, args, { cwd: root, ...options })
  child.once('exit', code => {
    for (const other of children) other.kill()
    process.exitCode ||= code ?? 0
  })
  return child
}

const server = run([join(root, 'scripts', 'dev-server.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit']
})
const children = [server]
createInterface(server.stdout).on('line', line => {
  console.log(line)
  const url = /^Turnwise is ready: (\S+)$/.exec(line)?.[1]
  if (url === undefined || children.length > 1) return
  children.push(
    run([join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'apps/web'], {
      stdio: 'inherit',
      env: { ...process.env, TURNWISE_API: url }
    })
  )
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal)
  })
}
