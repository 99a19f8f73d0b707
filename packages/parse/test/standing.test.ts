import { describe, expect, it } from 'vitest'
import { type JsonSchema, parseReply } from '../src/index.ts'

const person: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age']
}
const X = '{"name":"X","age":1}'
const Y = '{"name":"Ann","age":31}'
const x = { name: 'X', age: 1 }
const y = { name: 'Ann', age: 31 }
const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``

const read = (text: string, schema: JsonSchema = person) => parseReply(text, { schema })

describe('words behind data that take it back', () => {
  it.each([
    `My earlier answer ${X} was wrong. It is ${Y}.`,
    `The answer ${X} fails validation.\n\nNew attempt:\n${Y}`,
    `${X} is wrong; ${Y} is right.`,
    `${X} is just an example. ${Y}`,
    `Result: ${X} - validation fails on age.\n${Y}`,
    `Final answer: ${X}\n\nSorry, that is outdated:\n${Y}`,
    `${fenced(X)}\nThat one was wrong.\n${fenced(Y)}`,
    `${fenced(X)}\nThis failed validation, so I retried:\n${fenced(Y)}`,
    `${fenced(X)}\nThe tool rejected this input.\n${fenced(Y)}`,
    `${fenced(X)}\nThe request above is invalid; sending again:\n${fenced(Y)}`,
    `${fenced(X)}\nThe name in there was a placeholder:\n${fenced(Y)}`
  ])('[P7.2] leave what comes after them: %s', text => {
    expect(read(text)).toMatchObject({ data: y, confidence: 'high', ambiguous: false })
  })

  it.each([
    `${X}\n\nThe example was updated: ${Y}`,
    `${X}\n\nThe example I gave before: ${Y}`,
    `${X}\n\nA wrong answer would be ${Y}.`,
    `The answer could be ${X}.\nOr ${Y}.`,
    `Final answer: ${X}\n\nBob's: ${Y}`,
    `${fenced(X)}\n\nSince the input was updated:\n${fenced(Y)}`
  ])('[P7.2] leave it open where they may mean what comes: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'medium', ambiguous: true })
  })

  it.each([
    `Answer: ${X}\nThe age was incorrect: ${Y}`,
    `${X}\n\nThe second message was invalid: ${Y}`
  ])('[P7.2] are not trusted where they may mean either: %s', text => {
    expect(read(text)).toMatchObject({ ambiguous: true, confidence: 'medium' })
  })

  it.each([
    `The value ${X} was wrong.`,
    `${X}\n\nThis is just a sample.`,
    `Never answer with ${X}.`,
    `Do not return ${X}. Return nothing.`
  ])('[P7.2] cast doubt on the only answer: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'medium' })
  })

  it.each([
    `${X}\n\nThis is an example: ${Y}`,
    `${X}\n\nFor example, ${Y}`,
    `${X}\n\nE.g. ${Y}`,
    `${X}\n\nFor example, if the name had been Ann you would get: ${Y}`,
    `${X}\n\nHere is a sample: ${Y}`,
    `${X}\n\nThe expected format is ${Y}`,
    `${fenced(X)}\n\nAn example of the schema:\n${fenced(Y)}`
  ])('[P7.2] count for nothing where they announce an example: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'high', ambiguous: false })
  })

  it.each([
    `The value is ${X}.`,
    `${X}\n\nThis is the answer.`,
    `${X}\n\nThe user's input was invalid, so I mended it.`,
    `For example: ${Y}\nThe answer: ${X}`,
    `${Y} is wrong. The answer: ${X}`
  ])('[P7.2] control: nothing speaks against %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'high', ambiguous: false })
  })
})

describe('words behind the only answer', () => {
  it.each([
    'This should be what you need.',
    'Let me know if anything should be changed!',
    'All fields should be self-explanatory.',
    'The hotel is actually right by the sea.',
    'Expect a short wait at check-in.',
    "I can't wait to hear how it went!",
    'By three nights I mean 3 March to 6 March.',
    'Correction of typos is possible until Friday.',
    'Ignore this email if you did not book.',
    "Let me know if that's not right."
  ])('[P7.2] leave it as it is where they say something else: %s', words => {
    expect(read(`${fenced(X)}\n\n${words}`)).toMatchObject({ data: x, confidence: 'high' })
  })

  it.each([
    'Actually, make it 4.',
    'Wait, no: 4.',
    'Hope that helps! Oops - the age is 2.',
    'Correction: the age is 2.',
    'I meant 2.',
    'Sorry, ignore that.',
    "No, that's wrong.",
    'The age should be 2.',
    'The name should have been Ann.'
  ])('[P7.2] control: take it back: %s', words => {
    expect(read(`${fenced(X)}\n\n${words}`)).toMatchObject({ data: x, confidence: 'medium' })
  })
})

describe('one reading of many items', () => {
  const list = (each: string, many: number) => `{"a":[${Array(many).fill(each).join(',')}]}`
  const numbers: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'number' } } },
    required: ['a']
  }

  it('[P7.2] is doubted once', () => {
    const [few, many] = [2, 20].map(count => read(list('"$1.50"', count), numbers))
    expect(many).toMatchObject({
      confidence: 'high',
      score: few?.kind === 'structured' && few.score
    })
  })

  it('[P7.2] control: guesses are doubted each', () => {
    const [few, many] = [1, 3].map(count => read(list('"about 3 days"', count), numbers))
    const scores = [few, many].map(one => (one?.kind === 'structured' ? one.score : 0))
    expect(scores[1]).toBeLessThan(scores[0] ?? 0)
  })
})

describe('words around the only data', () => {
  it.each([
    `Here's the JSON in the format you gave:\n${X}`,
    `Using the format from your example:\n${X}`,
    `I have filled in the template for you:\n${X}`,
    `Here's the classification of your message:\n${X}`,
    `The payment failed twice, so I've set the priority to high:\n${X}`,
    `Since the user's input is in German, I translated the summary:\n${X}`,
    `Instead of Paris I chose Lisbon:\n${X}`,
    `The answer, if I'm not mistaken:\n${X}`,
    `${X} Let me know if any of this is incorrect.`,
    `${X} The password they used was invalid.`,
    `${X}\n\nThis is an example of why sessions matter.`
  ])('[P7.2] may name its form, or what it is about: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'high' })
  })

  it.each([
    `Here is an example in the format you gave:\n${X}`,
    `You sent:\n${X}`,
    `The message was:\n${X}`,
    `${X} This is incorrect.`,
    `I tried to book ${X} but the API returned an error.`,
    `Don't send ${X}.`,
    `It isn't ${X}.`,
    `If you had said so, I would have answered ${X}.`,
    `What does ${X} mean?`,
    `Shall I book this?\n${fenced(X)}`
  ])('[P7.2] control: cast doubt on it: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'medium' })
  })
})

describe('words that settle which of two is meant', () => {
  it.each([
    `${X}\n\nHuman: and Ann?\n\nAssistant: ${Y}`,
    `Final:\n${X}\n\nRejected alternatives:\n${Y}`,
    `Recommended:\n${X}\n\nNot recommended:\n${Y}`,
    `Best option:\n${X}\n\nSecond-best option:\n${Y}`,
    `The expected format is, for example:\n${Y}\n\nAnd here is the actual result for your input:\n${X}`
  ])('[P7.2] leave no rival: %s', text => {
    expect(read(text)).toMatchObject({ data: x, confidence: 'high', ambiguous: false })
  })

  it.each([`Final:\n${X}\n\nRecommended:\n${Y}`, `${Y}\n\nPrevious attempt failed:\n${X}`])(
    '[P7.2] control: others leave it open: %s',
    text => {
      expect(read(text)).toMatchObject({ ambiguous: true, confidence: 'medium' })
    }
  )
})
