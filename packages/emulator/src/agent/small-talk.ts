import type { Answer, Scenario } from './answer.ts'

const topics: readonly (readonly [RegExp, string])[] = [
  [/\b(hello|hi|hey|good (morning|evening))\b/i, 'Hello! It is nice to hear from you.'],
  [/\bhow are you\b/i, 'I am only simulated, so every day is a good one ☕ How are you?'],
  [/\bweather\b/i, 'It is always mild in here: “22 °C, no wind”, says my only sentence about it.'],
  [/\b(joke|funny)\b/i, 'Why did the turn survive? It was journaled before it was parsed.'],
  [/\b(your name|who are you)\b/i, 'I am a simulated agent. I answer the same words the same way.'],
  [/\b(thanks|thank you)\b/i, 'You are welcome.'],
  [/\b(bye|goodbye)\b/i, 'Goodbye – see you soon!']
]

const say = (prose: string): Answer => ({ prose, envelope: null, card: null })

/** An agent that only talks: no data, no card, the same words for the same message. */
export const smallTalk: Scenario = {
  name: 'small-talk',
  greet: () => say('Hello, I am a simulated agent. What shall we talk about?'),
  reply({ query, memory }) {
    const said = query.userInput
    const topic = topics.find(([pattern]) => pattern.test(said))
    const prose =
      topic?.[1] ?? (said.trim() === '' ? 'I am listening.' : `You said: “${said}”. Tell me more.`)
    return { answer: say(prose), memory }
  }
}
