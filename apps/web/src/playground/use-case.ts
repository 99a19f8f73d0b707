import { useEffect, useState } from 'react'
import type { Case } from './case.ts'
import { fromFragment } from './case-link.ts'
import { examples } from './examples.ts'

/** The case of the page: that of its link, or the first example. */
export function useCase(): {
  readonly current: Case
  readonly change: (change: Partial<Case>) => void
  /** True when the link of the page could not be read. */
  readonly brokenLink: boolean
} {
  const [current, setCurrent] = useState<Case>(examples[0].case)
  const [brokenLink, setBrokenLink] = useState(false)

  useEffect(() => {
    const open = async (): Promise<void> => {
      const found = await fromFragment(location.hash.slice(1))
      if (found.kind === 'case') setCurrent(found.case)
      setBrokenLink(found.kind === 'broken')
    }
    void open()
    const onHash = (): void => void open()
    addEventListener('hashchange', onHash)
    return () => removeEventListener('hashchange', onHash)
  }, [])

  return {
    current,
    brokenLink,
    change: change => {
      setCurrent(before => ({ ...before, ...change }))
      setBrokenLink(false)
      // The address would go on to carry what was there before.
      if (location.hash !== '') history.replaceState(null, '', location.pathname)
    }
  }
}
