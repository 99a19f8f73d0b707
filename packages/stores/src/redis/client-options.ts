import { RESP_TYPES } from '@redis/client'

/** What every connection is made with: nothing is queued while there is none. */
export const clientOptions = (deadline: number) => ({
  RESP: 3 as const,
  disableOfflineQueue: true,
  // A connection on which nothing comes back is given up: it may be open at one end only.
  pingInterval: Math.ceil(deadline / 2),
  // Bytes stay bytes, because what is compressed is no text; maps are lists, as scripts have them.
  commandOptions: {
    // We have a deadline of our own, which also holds once the bytes are on the wire.
    timeout: 0,
    typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer, [RESP_TYPES.MAP]: Array }
  }
})

/** @param started whether a failure is lived through; before that it is told */
export const socketOptions = (deadline: number, started: () => boolean) => ({
  connectTimeout: deadline,
  socketTimeout: deadline * 2,
  reconnectStrategy: (retries: number) => (started() ? pauseBefore(retries) : (false as const))
})

/** Milliseconds; spread, so that workers do not come back all at once. */
const pauseBefore = (retries: number): number =>
  Math.min(2000, 25 * 2 ** Math.min(retries, 7)) * (0.5 + Math.random() / 2)
