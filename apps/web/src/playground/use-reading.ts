import { useEffect, useRef, useState } from 'react'
import type { Case } from './case.ts'
import { readSchema } from './read-schema.ts'
import { type Reader, startReader } from './reader.ts'
import type { Reading } from './reading.ts'
import type { Moment } from './replay.ts'

export type ReadingState = {
  /** With the case the reading is of; undefined until the first answer. */
  readonly shown: { readonly case: Case; readonly reading: Reading } | undefined
  readonly moment: { readonly case: Case; readonly moment: Moment } | undefined
  readonly failure: string | null
  readonly schemaProblem: string | null
  readonly replay: (at: number) => void
}

// Long enough to take the keys of a fast hand together.
const PAUSE_MS = 120

/** Reads a case in the worker a moment after it was last changed. */
export function useReading({ text, schema, mode, pick, strict }: Case): ReadingState {
  const [shown, setShown] = useState<ReadingState['shown']>()
  const [moment, setMoment] = useState<ReadingState['moment']>()
  const [failure, setFailure] = useState<string | null>(null)
  const [schemaProblem, setSchemaProblem] = useState<string | null>(null)
  const lastSchema = useRef('')
  const reader = useRef<Reader>(null)

  useEffect(() => {
    const started = startReader((answer, one) => {
      setFailure(answer.kind === 'failure' ? answer.message : null)
      if (answer.kind === 'reading') setShown({ case: one, reading: answer.reading })
      if (answer.kind === 'moment') setMoment({ case: one, moment: answer.moment })
    })
    reader.current = started
    return () => started.close()
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => {
      const found = readSchema(schema)
      setSchemaProblem(found.kind === 'invalid' ? found.message : null)
      if (found.kind === 'schema') lastSchema.current = schema
      const one = { text, schema: lastSchema.current, mode, pick, strict }
      reader.current?.ask({ kind: 'read', case: one })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, schema, mode, pick, strict])

  return {
    shown,
    moment,
    failure,
    schemaProblem,
    replay: at => reader.current?.ask({ kind: 'replay', at })
  }
}
