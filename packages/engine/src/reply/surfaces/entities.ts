import { recordsIn, textIn } from '../activity.ts'
import { isProtocolEntity } from '../protocol-entities.ts'
import { given, nothing, type SurfaceReader } from './reading.ts'

/** Entities that are not the protocol's own, merged without their `type`; the later wins. */
export const readEntities: SurfaceReader = ({ activity }, { entityTypes }) => {
  const fields = recordsIn(activity.fields.entities)
    .filter(entity => !isProtocolEntity(entity))
    .filter(({ type }) => entityTypes?.has(textIn(type)) ?? true)
    .flatMap(entity => Object.entries(entity).filter(([name]) => name !== 'type'))
  return fields.length === 0 ? nothing : given(Object.fromEntries(fields))
}
