import { describe, expect, it } from 'vitest'
import { type Confidence, parseReply } from '../src/index.ts'

function read(value: unknown, options: readonly unknown[]) {
  const schema = { type: 'object', properties: { a: { enum: options } }, required: ['a'] }
  const outcome = parseReply(JSON.stringify({ a: value }), { schema })
  return outcome.kind === 'structured' ? [outcome.data, outcome.confidence] : []
}

describe('a choice', () => {
  it.each<[value: unknown, options: readonly unknown[]]>([
    [-1, [1, 2, 3]],
    ['-1', [1, 2, 3]],
    ['minus 1', [1, 2]],
    ['1.0', [10, 20]],
    [1.5, ['15']],
    ['1/2', ['12', '1']],
    ['v1.0', ['v10', 'v2']],
    ['10:30', ['1030']],
    ['< 5', ['>5']],
    ['5 million', [5]],
    ['C', ['C++', 'C#']]
  ])('[P7.2] is not made by leaving out what tells numbers apart: %j of %j', (value, options) => {
    expect(read(value, options)).toEqual([])
  })

  it.each<[value: unknown, options: readonly unknown[], chosen: unknown, confidence: Confidence]>([
    ['Dark blue!', ['DARK_BLUE', 'BLUE'], 'DARK_BLUE', 'high'],
    ['**HIGH**', ['LOW', 'HIGH'], 'HIGH', 'high'],
    ['- high', ['LOW', 'HIGH'], 'HIGH', 'high'],
    ['2024_01', ['2024-01', '2024-02'], '2024-01', 'high'],
    ['first-1', ['FIRST_1', 'FIRST_2'], 'FIRST_1', 'high'],
    ['a+', ['A+', 'A', 'A-'], 'A+', 'high'],
    ['> 5', ['<5', '>5'], '>5', 'high'],
    ['1.0', [1, 2], 1, 'high'],
    ['1,000', ['1000', '5000'], '1000', 'high'],
    ['-1', [-1, 0, 1], -1, 'high'],
    ['two', [1, 2], 2, 'high'],
    ['A+', ['A', 'B'], 'A', 'medium'],
    ['the answer is 2', [1, 2], 2, 'medium']
  ])('is found in another spelling: %j of %j', (value, options, chosen, confidence) => {
    expect(read(value, options)).toEqual([{ a: chosen }, confidence])
  })
})
