// Loaded before anything else: hands out the module that a mutation names with its text changed.
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { mutate, mutationInForce } from './mutation.ts'

const mutation = mutationInForce()
if (mutation?.file.endsWith('.ts'))
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith(mutation.file)) return next(url, context)
      const source = mutate(readFileSync(fileURLToPath(url), 'utf8'), mutation)
      return { format: 'module-typescript', source, shortCircuit: true }
    }
  })
