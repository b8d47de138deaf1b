import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#kit/paths.ts'
import { after } from '#ui/time.ts'
import type { Stop } from '#ui/time.ts'

/** The delay in milliseconds after the last key before the query is written to the URL. */
const PAUSE = 250

/** The text in the field, the query of the URL it was last compared with, and the query that this hook wrote last. */
type Typed = { text: string; address: string; written: string | null }

/**
 * Returns the query of `?q=` in the URL and its setter. New text is shown at once and written to the URL after a delay. It
 * replaces the history entry, so that Back opens the previous page.
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
  // A query that this hook wrote must not replace newer text in the field. All other changes come from links or from Back.
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
