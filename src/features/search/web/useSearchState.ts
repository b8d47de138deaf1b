import { useEffect, useRef, useState } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import { parseSearchParameters, searchAddress } from './address.ts'
import type { SearchState } from './address.ts'

/** The delay in milliseconds after the last key before the query is written to the address. */
const ADDRESS_DELAY = 250

/** The state that is shown, the address it was last compared with, and the address that this hook wrote last. */
type Shown = { state: SearchState; address: string; written: string | null }

/**
 * Returns the search that the address names and its setter. A change is shown at once and written to the address after a delay. It
 * replaces the history entry, so that Back opens the previous page.
 */
export function useSearchState(): readonly [SearchState, (change: Partial<SearchState>) => void] {
  const router = useRouter()
  const named = parseSearchParameters(useSearch({ strict: false }))
  const address = searchAddress(named)
  const [shown, setShown] = useState<Shown>({ state: named, address, written: null })
  const cancelWrite = useRef<Stop>(undefined)
  useEffect(() => () => cancelWrite.current?.(), [])
  // An address that this hook wrote must not replace what was typed since. All others come from links or from Back.
  if (shown.address !== address)
    setShown(shown.written === address ? { ...shown, address } : { state: named, address, written: null })
  const change = (values: Partial<SearchState>) => {
    const state = { ...shown.state, ...values }
    setShown((previous) => ({ ...previous, state: { ...previous.state, ...values } }))
    cancelWrite.current?.()
    cancelWrite.current = after(ADDRESS_DELAY, () => {
      const next = searchAddress(state)
      setShown((previous) => ({ ...previous, written: next }))
      void router.navigate({ href: next, replace: true })
    })
  }
  return [shown.state, change] as const
}
