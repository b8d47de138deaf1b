import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'
import type { Shelf } from '../rules.ts'

/** A shelf as one word, to tell it from others. */
export const shelfKey = ({ tagId, categoryId }: Shelf): string => (tagId === undefined ? `/${categoryId ?? 'allFiles'}` : tagId)

/**
 * What stands in the filter over a shelf, for its list and for the recording open beside it, which goes on to the next one
 * found. One shelf is filtered at a time: another one begins empty.
 */
export function useListFilter(shelf: Shelf): readonly [string, (query: string) => void] {
  const key = shelfKey(shelf)
  const query = useSyncExternalStore(watch, () => (kept.key === key ? kept.query : ''))
  return [query, (next) => keep({ key, query: next })] as const
}

/** Empties the filter, as for a page just loaded. */
export const clearListFilter = (): void => keep(NONE)

function keep(next: typeof NONE): void {
  kept = next
  tellAll()
}

const NONE = { key: '', query: '' }
let kept = NONE
const { watch, tellAll } = makeWatchers()
