import { useEffect, useRef, useState } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'
import { parseSearchParameters, toSearchParameters } from './address.ts'
import type { SearchState } from './address.ts'

/** The delay in milliseconds after the last key before the query is written to the address. */
const ADDRESS_DELAY = 250

/** The shown state, the address it was last compared with, and the address last written by this hook. */
type Shown = { state: SearchState; address: string; written: string | null }

/**
 * Returns the search in the address, its setter, and a function that writes it to the address immediately. A change is shown
 * immediately and written after a delay. It replaces the history entry, so that Back opens the previous page. Call the function
 * before opening another page: a later write would replace that page's entry.
 */
export function useSearchState(): readonly [SearchState, (change: Partial<SearchState>) => void, () => void] {
  const router = useRouter()
  const named = parseSearchParameters(useSearch({ from: '/main/search' }))
  const address = addressOf(named)
  const [shown, setShown] = useState<Shown>({ state: named, address, written: null })
  const waiting = useRef<{ cancel: Stop; write: () => void }>(undefined)
  useEffect(() => () => waiting.current?.cancel(), [])
  // An address written by this hook must not replace what was typed since. All others come from links or from Back.
  if (shown.address !== address)
    setShown(shown.written === address ? { ...shown, address } : { state: named, address, written: null })
  const change = (values: Partial<SearchState>) => {
    const state = { ...shown.state, ...values }
    setShown((previous) => ({ ...previous, state: { ...previous.state, ...values } }))
    waiting.current?.cancel()
    const write = () => {
      waiting.current = undefined
      setShown((previous) => ({ ...previous, written: addressOf(state) }))
      void router.navigate({ to: '/search', search: toSearchParameters(state), replace: true })
    }
    waiting.current = { cancel: after(ADDRESS_DELAY, write), write }
  }
  const writeNow = () => {
    waiting.current?.cancel()
    waiting.current?.write()
    // Otherwise the next page and this address would become one history entry.
    router.history.flush()
  }
  return [shown.state, change, writeNow] as const
}

const addressOf = (state: SearchState): string => stringifyPlainSearch(toSearchParameters(state))
