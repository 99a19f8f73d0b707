import type { AnswerSchema } from './request.ts'

/** The answer to a stop: whether there was a turn to stop. */
export const stopAnswer: AnswerSchema<{ stopping: boolean }> = {
  safeParse: value =>
    typeof value === 'object' &&
    value !== null &&
    'stopping' in value &&
    typeof value.stopping === 'boolean'
      ? { success: true, data: { stopping: value.stopping } }
      : { success: false, error: new TypeError('not the answer to a stop') }
}
