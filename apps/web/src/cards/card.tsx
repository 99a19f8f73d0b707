import { Component, lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import styles from './card.module.css'
import type { CardSubmit } from './render-card.ts'

const CardBody = lazy(() => import('./card-body.tsx'))

export type CardProps = {
  card: Record<string, unknown>
  /** It can still be submitted, and nothing is under way. */
  open: boolean
  /** It was submitted, or another one has taken its place. */
  used: boolean
  onSubmit: (submit: CardSubmit) => void
}

/** An Adaptive Card; its renderer is loaded with the first one. */
export function Card({ card, open, used, onSubmit }: CardProps): ReactElement {
  return (
    <div className={styles.card} data-used={used || undefined}>
      <CardBoundary>
        <Suspense fallback={<p className={styles.waiting}>Preparing the card …</p>}>
          <fieldset className={styles.fields} disabled={!open}>
            <legend className="visually-hidden">
              {typeof card.speak === 'string' ? card.speak : 'Card of the agent'}
            </legend>
            <CardBody card={card} open={open} onSubmit={onSubmit} />
          </fieldset>
        </Suspense>
      </CardBoundary>
      {used && <p className={styles.used}>This card can no longer be sent.</p>}
    </div>
  )
}

/** A card that cannot be drawn costs the card, not the conversation. */
class CardBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true }
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children
    return (
      <div className={styles.broken}>
        <p>This card cannot be shown here. You can answer in your own words.</p>
        <button
          type="button"
          className={styles.retry}
          onClick={() => this.setState({ broken: false })}
        >
          Try to show it again
        </button>
      </div>
    )
  }
}
