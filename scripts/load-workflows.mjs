// Says what is wrong with the workflows of a folder; exits with 0 when nothing is.
import { loadWorkflows } from '@turnwise/server'

const loaded = await loadWorkflows(process.argv[2])
if (!loaded.ok) {
  for (const problem of loaded.problems) console.error(`- ${problem}`)
  process.exitCode = 1
}
