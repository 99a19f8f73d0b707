import { fieldLabel } from '@turnwise/schema'

const day = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC'
})

/** A collected value as a person writes it. */
export function fieldValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString()
  if (typeof value === 'string') return isDay(value) ? day.format(new Date(value)) : value
  if (Array.isArray(value)) return value.map(fieldValue).join(', ')
  return Object.entries(value)
    .map(([name, item]) => `${fieldLabel(name)}: ${fieldValue(item)}`)
    .join('; ')
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
