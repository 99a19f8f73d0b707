import { type Outlet, TurnwiseError } from '@turnwise/engine'
import { Webhook } from 'standardwebhooks'

export type WebhookSettings = {
  /** Where events are posted; https, or http on this machine. */
  url: string
  /** Shared with the receiver: `whsec_` and base64, or at least 24 characters of text. */
  secret: string
  /** Replaces the global one. */
  fetch?: typeof globalThis.fetch
}

/**
 * Posts events to a system of yours, signed as Standard Webhooks say: id, timestamp and HMAC-SHA256 in
 * the headers. Any answer but a 2xx counts as not taken; redirects are not followed.
 *
 * @throws TypeError when the address or the secret cannot be used
 * @see https://www.standardwebhooks.com
 */
export const webhookOutlet = ({ url, secret, fetch }: WebhookSettings): Outlet => {
  const target = checkedUrl(url)
  const signer = signerOf(secret)
  const post = fetch ?? globalThis.fetch
  return {
    id: `webhook ${target.host}`,
    async deliver(event, signal) {
      const body = JSON.stringify({ type: event.type, timestamp: event.at, data: event })
      const at = new Date()
      const response = await post(target, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: {
          'content-type': 'application/json',
          'webhook-id': event.id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': signer.sign(event.id, at, body)
        },
        body
      }).catch((cause: unknown) => {
        throw notTaken('The receiver cannot be reached.', cause)
      })
      await response.body?.cancel()
      if (!response.ok) throw notTaken(`The receiver answered ${response.status}.`)
    }
  }
}

const notTaken = (message: string, cause?: unknown): TurnwiseError =>
  new TurnwiseError('ERR_OUTLET_FAILED', message, { retryable: true, cause })

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const checkedUrl = (url: string): URL => {
  const target = URL.canParse(url) ? new URL(url) : null
  const safe =
    target?.protocol === 'https:' ||
    (target?.protocol === 'http:' && loopback.test(target.hostname))
  if (target === null || !safe)
    throw new TypeError('A webhook goes to an https address, or to http on this machine.')
  return target
}

const signerOf = (secret: string): Webhook => {
  if (secret.startsWith('whsec_')) return new Webhook(secret)
  if (secret.length < 24) throw new TypeError('The secret of a webhook has at least 24 characters.')
  return new Webhook(secret, { format: 'raw' })
}
