#!/usr/bin/env node
// Installed, what was built runs. In a checkout the sources do: what was built there may be old.
if (import.meta.url.includes('/node_modules/')) await import('../dist/main.js')
else {
  const { runProgram } = await import('../src/program.ts')
  const index = new URL('../src/index.ts', import.meta.url).href
  const options = ['--conditions=@turnwise/source']
  process.exitCode = await runProgram(index, process.argv.slice(2), options)
}
