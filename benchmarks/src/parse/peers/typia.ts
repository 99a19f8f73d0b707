import type { ILlmSchema } from '@typia/interface'
import type { Peer, Request } from '../reading.ts'
import { validated } from '../validator.ts'

export const typia: Peer = {
  title: 'typia LlmJson',
  package: '@typia/utils',
  load: async () => {
    const { LlmJson } = await import('@typia/utils')
    return {
      read: request => {
        const result = LlmJson.parse(request.text, parametersOf(request))
        return result.success
          ? validated(request, result.data)
          : { found: false, why: result.errors[0]?.expected ?? 'failed' }
      }
    }
  }
}

/** Only an object with declared properties can be parameters there; other schemas go without. */
function parametersOf({ schema }: Request): ILlmSchema.IParameters | undefined {
  const root = rootOf(schema)
  if (root?.type !== 'object' || root.properties === undefined) return undefined
  return { $defs: {}, ...schema, ...root } as unknown as ILlmSchema.IParameters
}

interface Root {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Root>>
  readonly type?: unknown
  readonly properties?: unknown
}

function rootOf(schema: Request['schema']): Root | undefined {
  const root = schema as Root | undefined
  const name = root?.$ref?.split('/').at(-1)
  return name === undefined ? root : root?.$defs?.[name]
}
