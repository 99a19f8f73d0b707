import type { Host } from '../contestant.ts'
import { prose } from '../prose.ts'

let count = 0

/** Sends a message of its own, of eighty characters. */
export async function sendNext(host: Host, conversation: string): Promise<string> {
  count += 1
  return host.send(conversation, { id: crypto.randomUUID(), text: prose(count, 80) })
}
