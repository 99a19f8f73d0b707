import { type ReactElement, useId } from 'react'
import { type Case, isSameCase, modes, picks } from './case.ts'
import styles from './case-form.module.css'
import { examples } from './examples.ts'

// Browsers take many seconds to paste so many lines, and none to be given them.
const LARGE = 65_536

/** Everything a person can change. */
export function CaseForm({
  case: shown,
  schemaProblem,
  onChange
}: {
  case: Case
  /** Null where the schema can be read. */
  schemaProblem: string | null
  onChange: (change: Partial<Case>) => void
}): ReactElement {
  const id = useId()
  const chosen = examples.findIndex(example => isSameCase(example.case, shown))
  return (
    <form className={styles.form} onSubmit={event => event.preventDefault()}>
      <div className={styles.field}>
        <label htmlFor={`${id}example`}>Example</label>
        <select
          id={`${id}example`}
          value={chosen}
          onChange={({ target }) => onChange(examples[Number(target.value)]?.case ?? {})}
        >
          <option value={-1} disabled>
            Your own
          </option>
          {examples.map(({ name }, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}text`}>Reply</label>
        <textarea
          id={`${id}text`}
          className={styles.reply}
          value={shown.text}
          onChange={({ target }) => onChange({ text: target.value })}
          onPaste={event => {
            const pasted = event.clipboardData.getData('text/plain')
            if (pasted.length < LARGE) return
            event.preventDefault()
            const { selectionStart, selectionEnd, value } = event.currentTarget
            onChange({
              text: value.slice(0, selectionStart) + pasted + value.slice(selectionEnd)
            })
          }}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}schema`}>JSON Schema, if there is one</label>
        <textarea
          id={`${id}schema`}
          className={styles.schema}
          value={shown.schema}
          onChange={({ target }) => onChange({ schema: target.value })}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={schemaProblem !== null}
          {...(schemaProblem === null ? {} : { 'aria-describedby': `${id}problem` })}
        />
        <p id={`${id}problem`} className={styles.problem} role="status">
          {schemaProblem !== null &&
            `${schemaProblem} The result is that of the last schema that could be read.`}
        </p>
      </div>
      <div className={styles.options}>
        <div className={styles.option}>
          <label htmlFor={`${id}mode`}>Mode</label>
          <select
            id={`${id}mode`}
            value={shown.mode}
            onChange={({ target }) => {
              onChange({ mode: modes.find(mode => mode === target.value) ?? 'reply' })
            }}
          >
            {modes.map(mode => (
              <option key={mode}>{mode}</option>
            ))}
          </select>
        </div>
        <div className={styles.option}>
          <label htmlFor={`${id}pick`}>Pick</label>
          <select
            id={`${id}pick`}
            value={shown.pick}
            onChange={({ target }) => {
              onChange({ pick: picks.find(pick => pick === target.value) ?? 'best' })
            }}
          >
            {picks.map(pick => (
              <option key={pick}>{pick}</option>
            ))}
          </select>
        </div>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={shown.strict}
            onChange={({ target }) => onChange({ strict: target.checked })}
          />
          Strict
        </label>
      </div>
    </form>
  )
}
