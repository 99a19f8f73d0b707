import { createRequire } from 'node:module'
import { found, type ObjectSchema, type Peer } from '../reading.ts'
import { bamlSource, FUNCTION } from './baml-source.ts'

/** The part of the native addon that is used. */
interface Addon {
  readonly BamlRuntime: {
    fromFiles(root: string, files: Record<string, string>, environment: object): Runtime
  }
}

interface Runtime {
  createContextManager(): object
  parseLlmResponse(
    name: string,
    reply: string,
    allowPartials: boolean,
    context: object,
    types: null,
    clients: null,
    environment: object
  ): unknown
}

/** Prepared once for a schema; what is timed is the reading alone. */
interface Prepared {
  readonly runtime: Runtime
  readonly context: object
}

const PACKAGE = '@boundaryml/baml-linux-x64-gnu'
const NO_SCHEMA: ObjectSchema = {}

/**
 * The native addon itself: its JavaScript wrapper adds nothing to reading, names
 * platforms nobody can install, and reports its installation to a third party.
 */
export const baml: Peer = {
  title: 'BAML (native)',
  package: PACKAGE,
  load: async () => {
    const { BamlRuntime } = createRequire(import.meta.url)(PACKAGE) as Addon
    const ready = new WeakMap<ObjectSchema, Prepared>()
    const prepare = (schema: ObjectSchema): Prepared => {
      const known = ready.get(schema)
      if (known !== undefined) return known
      const runtime = BamlRuntime.fromFiles('.', { 'main.baml': bamlSource(schema) }, {})
      const fresh = { runtime, context: runtime.createContextManager() }
      ready.set(schema, fresh)
      return fresh
    }
    return {
      read: ({ text, schema = NO_SCHEMA, partial = false }) => {
        const { runtime, context } = prepare(schema)
        return found(runtime.parseLlmResponse(FUNCTION, text, partial, context, null, null, {}))
      }
    }
  }
}
