import { asGiven, type SurfaceReader } from './attempt.ts'

/** `activity.value`: the agent sent an object beside its text. */
export const readValue: SurfaceReader = ({ activity }) => {
  const { value } = activity.fields
  return value === undefined || value === null ? null : asGiven(value)
}
