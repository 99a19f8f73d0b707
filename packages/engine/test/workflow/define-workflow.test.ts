import { defineWorkflow, isTurnwiseError, type WorkflowDefinition, z } from '@turnwise/engine'
import { describe, expect, it } from 'vitest'

type Definition = WorkflowDefinition<z.ZodObject>

const good: Definition = { id: 'trip', version: 1, title: 'Trip' }

/** Defines what a workflow file written in JavaScript might hold. */
const problemsOf = (definition: unknown): string[] => {
  try {
    defineWorkflow(definition as Definition)
  } catch (error) {
    if (!isTurnwiseError(error)) throw error
    expect(error.code).toBe('ERR_WORKFLOW_INVALID')
    for (const { path } of error.details.issues ?? []) expect(error.message).toContain(path)
    return (error.details.issues ?? []).map(({ path, rule }) => `${path}: ${rule}`)
  }
  return []
}

describe('defineWorkflow', () => {
  it('[O8.1] prepares what the engine works with', () => {
    const data = z.object({
      stops: z.array(z.string()).default([]),
      destination: z.string(),
      note: z.string().optional(),
      guests: z.array(z.string()).nullable()
    })
    const workflow = defineWorkflow({
      ...good,
      data,
      steps: ['first', { id: 'second', phase: 'Second', progress: 0.5 }],
      append: ['stops', 'guests'],
      surfaces: { entities: ['trip'] },
      cards: { allow: ['submit'] },
      context: { budget: 500, constraints: ['Be brief'] }
    })
    expect(workflow).toMatchObject({
      id: 'trip',
      required: ['destination', 'guests'],
      steps: [{ id: 'first' }, { id: 'second', phase: 'Second', progress: 0.5 }],
      context: { budget: 500, constraints: ['Be brief'] },
      reopen: false,
      append: new Set(['stops', 'guests']),
      waiting: 'queue',
      entityTypes: new Set(['trip']),
      cardActions: ['submit']
    })
    expect(workflow.data?.full).toBe(data)
    expect(defineWorkflow(good)).toMatchObject({ data: null, required: [], steps: [] })
  })

  it.each(['onTurn', 'onComplete'])('[O8.1] refuses %s, which comes later, and says so', field => {
    expect(problemsOf({ ...good, [field]: {} })).toEqual([`${field}: later`])
    expect(problemsOf({ ...good, [field]: undefined })).toEqual([])
  })

  it('[O8.1] names all problems at once', () => {
    expect(
      problemsOf({
        id: 'No Spaces',
        version: 0,
        title: '',
        data: {},
        onTurn: () => {},
        colour: 'red',
        context: { budget: 1, format: 'yaml' },
        cards: { allow: ['explode'] }
      }).map(problem => problem.split(':')[0])
    ).toEqual([
      'onTurn',
      'id',
      'version',
      'title',
      'data',
      'context.format',
      'context.budget',
      'cards.allow.0',
      'definition'
    ])
  })

  it.each([
    ['a field that is not declared', { append: ['guests'] }, 'append: declared'],
    ['appending to what is no list', { append: ['destination'] }, 'append: declared'],
    ['a step twice', { steps: ['a', { id: 'a' }] }, 'steps: unique'],
    ['appending without data', { data: undefined, append: ['x'] }, 'append: declared']
  ])('[O8.1] refuses %s', (_, wrong, problem) => {
    const data = z.object({ destination: z.string() })
    expect(problemsOf({ ...good, data, ...wrong })).toEqual([problem])
  })

  it.each([null, undefined, 7, 'x', [], () => 1])('[O8.1] refuses %j as a definition', nothing => {
    expect(problemsOf(nothing).length).toBeGreaterThanOrEqual(3)
  })

  it.each([
    ['a date object', { a: z.date() }, 'data.a: collectable'],
    ['a transform', { a: z.string().transform(Number) }, 'data.a: collectable'],
    ['a codec', { a: z.stringbool() }, 'data.a: collectable'],
    ['a big integer inside', { a: z.array(z.object({ b: z.bigint() })) }, 'data.a.b: collectable'],
    [
      'a map in a union',
      { a: z.union([z.string(), z.map(z.string(), z.string())]) },
      'data.a.1: collectable'
    ],
    ['a field called data', { data: z.string() }, 'data.data: collectable'],
    ['a field called constructor', { constructor: z.string() }, 'data.constructor: collectable'],
    [
      'a schema that cannot be read',
      {
        a: z.lazy((): z.ZodType => {
          throw new Error('mine')
        })
      },
      'data: collectable'
    ]
  ])('[O8.1] refuses %s, which would not stay the same as JSON', (_, fields, problem) => {
    expect(problemsOf({ ...good, data: z.object(fields) })).toEqual([problem])
  })

  it('[O8.1] takes what stays the same', () => {
    const data = z.object({
      text: z.string().trim().toLowerCase(),
      pre: z.preprocess(value => value, z.string()),
      date: z.iso.date().optional(),
      json: z.json(),
      kind: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), n: z.int() }),
        z.object({ kind: z.literal('b'), t: z.templateLiteral(['x', z.number()]) })
      ]),
      record: z.record(z.string(), z.number().nullable()),
      tuple: z.tuple([z.string(), z.boolean()]).readonly(),
      properties: z.enum(['items', 'anyOf']).catch('items')
    })
    expect(problemsOf({ ...good, data })).toEqual([])
    expect(problemsOf({ ...good, data: data.refine(() => true) })).toEqual([])
  })
})
