import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 48

export type StickToEnd = {
  scroller: RefObject<HTMLElement | null>
  content: RefObject<HTMLDivElement | null>
  /** There is more below what is seen. */
  away: boolean
  toEnd: () => void
}

/**
 * Keeps the end in sight while text grows, unless the reader has gone up: nobody is torn away from
 * what they read.
 */
export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const stuck = useRef(true)
  const [away, setAway] = useState(false)

  const toEnd = useCallback(() => {
    stuck.current = true
    setAway(false)
    const area = scroller.current
    if (area !== null) area.scrollTop = area.scrollHeight
  }, [])

  useEffect(() => {
    const area = scroller.current
    const inner = content.current
    if (area === null || inner === null) return
    let shape = ''
    const look = (): void => {
      stuck.current = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR
      setAway(!stuck.current)
    }
    // A window that changes its size scrolls too, and that is not the reader going up.
    const reshaped = (): boolean => {
      const last = shape
      shape = `${area.scrollHeight} ${area.clientHeight} ${area.clientWidth}`
      return shape !== last
    }
    const follow = (): void => {
      if (stuck.current) area.scrollTop = area.scrollHeight
      else look()
    }
    const scrolled = (): void => (reshaped() ? follow() : look())
    const grown = new ResizeObserver(() => {
      reshaped()
      follow()
    })
    grown.observe(inner)
    grown.observe(area)
    area.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      grown.disconnect()
      area.removeEventListener('scroll', scrolled)
    }
  }, [])

  return { scroller, content, away, toEnd }
}
