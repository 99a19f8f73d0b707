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
