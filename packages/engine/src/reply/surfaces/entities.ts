import { recordsOf } from '../activity.ts'
import { isProtocolEntity } from '../protocol-entities.ts'
import { asGiven, type SurfaceReader } from './attempt.ts'

/** Entities that are not the protocol's own, merged without their `type`; the later wins. */
export const readEntities: SurfaceReader = ({ activity }, workflow) => {
  const entities = recordsOf(activity.fields.entities).filter(({ type }) => {
    if (typeof type !== 'string') return workflow.entityTypes === null
    return !isProtocolEntity(type) && (workflow.entityTypes?.has(type) ?? true)
  })
  const keys = entities.flatMap(entity => Object.entries(entity).filter(([key]) => key !== 'type'))
  return keys.length === 0 ? null : asGiven(Object.fromEntries(keys))
}
