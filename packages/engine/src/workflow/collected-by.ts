import type { z } from 'zod'
import { deepPartial } from './deep-partial.ts'
import { validate } from './validate.ts'
import type { Workflow } from './workflow.ts'

/** What follows from the schema of what is collected. */
export const collectedBy = <Data extends z.ZodObject>(
  data: Data | undefined
): Pick<Workflow<Data>, 'data' | 'required'> => {
  const fields: [string, z.ZodType][] = Object.entries(data?.shape ?? {})
  return {
    data: data === undefined ? null : { full: data, partial: deepPartial(data) },
    required: fields
      .filter(([, field]) => !validate(field, undefined).success)
      .map(([name]) => name)
  }
}
