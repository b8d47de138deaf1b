import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#kit/paths.ts'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'

/** How long one must have stopped typing before the address says what is searched for. */
const PAUSE = 250

/** What stands in the field, the address it was last held against, and what we wrote there ourselves. */
type Typed = { text: string; address: string; written: string | null }

/**
 * What is searched for, as `?q=` of the address has it. Typing shows at once and is written into the address a moment later, in
 * place of what was there, so that going back leads to the page before.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const router = useRouter()
  const said = useRouterState({
    select: (state): unknown => (state.location.search as Record<string, unknown>)['q'],
  })
  const address = typeof said === 'string' ? said : ''
  const [typed, setTyped] = useState<Typed>({ text: address, address, written: null })
  const stop = useRef<Stop>(undefined)
  useEffect(() => () => stop.current?.(), [])
  // Our own words come back while one types on: the field is ahead of them. Any other change is another link, or going back.
  if (typed.address !== address) {
    setTyped(typed.written === address ? { ...typed, address } : { text: address, address, written: null })
  }
  const type = (text: string) => {
    setTyped((was) => ({ ...was, text }))
    stop.current?.()
    stop.current = after(PAUSE, () => {
      const q = text.trim()
      setTyped((was) => ({ ...was, written: q }))
      void router.navigate({ href: paths.search({ q: q || undefined }), replace: true })
    })
  }
  return [typed.text, type] as const
}
