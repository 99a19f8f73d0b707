import type { ComponentProps, ReactElement } from 'react'
import styles from './button.module.css'

export type ButtonProps = ComponentProps<'button'> & {
  /** `main`: what is most likely wanted; `plain`: an edge; `quiet`: nothing until it is needed. */
  look?: 'main' | 'plain' | 'quiet' | 'icon'
}

/** Every button of the app. */
export function Button({
  look = 'plain',
  className = '',
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  return (
    <button {...rest} type={type} className={`${styles.button} ${styles[look]} ${className}`} />
  )
}
