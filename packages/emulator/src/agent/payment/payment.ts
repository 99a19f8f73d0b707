import { createHash } from 'node:crypto'
import { type ReadQuery, readQuery } from '@turnwise/schema'
import type { Answer, Question, Reply, Scenario } from '../answer.ts'
import { extractOrder, missingFields, type Order, type OrderField, readOrder } from './order.ts'

/**
 * An agent that gathers a payment and proposes it. It pays when its caller says that the user has
 * confirmed; whether that is so is for the caller to know.
 */
export const payment: Scenario = {
  name: 'payment',
  greet: () => ask({}, 'Hello, I am a simulated payment agent.'),
  reply({ text, memory }: Question): Reply {
    const query = readQuery(text)
    const known = readOrder(query.turnNumber === null ? memory : query.collectedData)
    const asked = missingFields(known)[0] ?? null
    const order = { ...known, ...extractOrder(query.userInput, asked) }
    return { answer: answer(order, query), memory: { ...order } }
  }
}

function answer(order: Order, { userInput, constraints }: ReadQuery): Answer {
  const said = userInput.trim().toLowerCase()
  if (said === 'cancel') return speak('Nothing was paid. Say “again” to try once more.', {})
  if (said === 'change') return speak('What would you like to change?', { action: 'ask' })
  if (missingFields(order).length > 0) return ask(order, '')
  if (constraints.some(line => line.startsWith('The user has confirmed'))) return paid(order)
  return speak(`Please check the payment of ${wordsFor(order)} and confirm it.`, {
    action: 'confirm',
    data: { ...order }
  })
}

const questions: Record<OrderField, string> = {
  recipient: 'Who is to be paid?',
  iban: 'What is the IBAN?',
  amount: 'How much, and in which currency?'
}

function ask(order: Order, lead: string): Answer {
  const field = missingFields(order)[0] ?? 'recipient'
  return speak(`${lead} ${questions[field]}`.trim(), { action: 'ask', data: { ...order } })
}

function paid(order: Order): Answer {
  const digest = createHash('sha256').update(JSON.stringify(order)).digest('hex')
  const prompt = `${wordsFor(order)} was paid. The receipt is P-${digest.slice(0, 6).toUpperCase()}.`
  return speak(prompt, { action: 'complete', data: { ...order } })
}

const wordsFor = ({ amount, currency, recipient }: Order): string =>
  `${amount} ${currency} to ${recipient}`

function speak(prompt: string, envelope: Partial<NonNullable<Answer['envelope']>>): Answer {
  return { prose: prompt, envelope: { ...envelope, prompt, confidence: 0.95 }, card: null }
}
