import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'
import type { Shelf } from '../rules.ts'

/** Returns a key that identifies a list. */
export const shelfKey = ({ tagId, categoryId }: Shelf): string => (tagId === undefined ? `/${categoryId ?? 'allFiles'}` : tagId)

/**
 * Returns the filter text of a list and its setter. The list and the recording open beside it share it, so that the next
 * recording is one that matches. Only one list is filtered at a time; another one starts empty.
 */
export function useListFilter(shelf: Shelf): readonly [string, (query: string) => void] {
  const key = shelfKey(shelf)
  const query = useSyncExternalStore(watch, () => (kept.key === key ? kept.query : ''))
  return [query, (next) => keep({ key, query: next })] as const
}

/** Resets the filter, as after a page load. */
export const clearListFilter = (): void => keep(NONE)

function keep(next: typeof NONE): void {
  kept = next
  tellAll()
}

const NONE = { key: '', query: '' }
let kept = NONE
const { watch, tellAll } = makeWatchers()
