import { ClientProblem } from '@turnwise/client'
import type { Problem } from '@turnwise/schema'

/** What the page itself finds, in the form in which the server says it. */
const own = (code: string, title: string, retry: Problem['retry'], detail?: string): Problem => ({
  type: 'about:blank',
  title,
  status: 0,
  code,
  requestId: '',
  retry,
  ...(detail === undefined ? {} : { detail })
})

/** The problem in anything that a call has thrown. */
export const problemIn = (error: unknown): Problem =>
  error instanceof ClientProblem
    ? error.problem
    : own('ERR_NETWORK', 'The server cannot be reached', 'same-key')

/** An action that was kept longer than its key is. */
export const tooOld: Problem = own(
  'ERR_ACTION_TOO_OLD',
  'This was never sent',
  'new-key',
  'It has waited here for a day. It may have arrived; look at the conversation first.'
)
