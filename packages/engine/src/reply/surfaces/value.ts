import { given, nothing, type SurfaceReader } from './reading.ts'

/** `activity.value`: the agent sent an object beside its text. */
export const readValue: SurfaceReader = ({ activity: { fields } }) =>
  fields.value === undefined || fields.value === null ? nothing : given(fields.value)
