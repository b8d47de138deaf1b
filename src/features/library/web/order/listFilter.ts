import { useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'
import type { ListView } from '#features/files/rules.ts'

/** Returns a key that identifies a list. */
export const listViewKey = ({ tagId, categoryId }: ListView): string =>
  tagId === undefined ? `/${categoryId ?? 'allFiles'}` : tagId

/**
 * Returns the filter text of a list and its setter. The list and the recording open beside it share it, so that the next
 * recording is one that matches. Only one list is filtered at a time; another one starts empty.
 */
export function useListFilter(listView: ListView): readonly [string, (query: string) => void] {
  const key = listViewKey(listView)
  const query = useSyncExternalStore(subscribe, () => (current.key === key ? current.query : ''))
  return [query, (next) => setCurrent({ key, query: next })] as const
}

/** Resets the filter, as after a page load. */
export const clearListFilter = (): void => setCurrent(EMPTY_FILTER)

function setCurrent(next: typeof EMPTY_FILTER): void {
  current = next
  notify()
}

const EMPTY_FILTER = { key: '', query: '' }
let current = EMPTY_FILTER
const { subscribe, emit: notify } = createEmitter()
