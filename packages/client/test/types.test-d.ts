import { createClient } from '@turnwise/client'
import type { CollectedBy } from '@turnwise/engine'
import type payment from '../../../workflows/payment.ts'
import type travelRequest from '../../../workflows/travel-request.ts'

const client = createClient<CollectedBy<typeof travelRequest>>({ baseUrl: '' })

/** What a workflow collects is typed from its schema, up to the client. */
export const read = async (): Promise<unknown[]> => {
  const { workflowState } = await client.send({ conversationId: 'a', text: 'b' }).answer
  const travellers: number | undefined = workflowState.collectedData.travellers
  const view = await client.conversation('a')
  const destination: string | undefined = view.workflowState.collectedData.destination
  // @ts-expect-error nothing of that name is collected
  return [travellers, destination, view.workflowState.collectedData.hotel]
}

/** A guarded workflow is typed in the same way. */
export const currency: CollectedBy<typeof payment>['currency'] = 'EUR'

/** Without a workflow it is anything. */
export const anything = async (): Promise<unknown> =>
  (await createClient({ baseUrl: '' }).start().answer).workflowState.collectedData.hotel
