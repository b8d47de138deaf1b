import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'
import { NoExpiration, recall, store } from '#ui/storage.ts'
import { useWords } from '#ui/words.ts'
import { SORTS, USUAL_SORT } from './listSort.ts'
import type { ListSort, SortBy } from './listSort.ts'

const KEY = 'listSort'

/**
 * Returns the sort of the lists saved in this browser, and its setter. It is shared, so that a list and the recording beside it
 * agree.
 */
export const useListSort = (): readonly [ListSort, (sort: ListSort) => void] =>
  [useSyncExternalStore(watch, keptSort), change] as const

/** Returns the labels of the sorts. In the trash `edited` is the time of deletion. */
export function useSortWords(isTrash: boolean) {
  const t = useWords('files')
  const nameOf = (by: SortBy): string => t(by === 'edited' && isTrash ? 'sort_trashed' : `sort_${by}`)
  const wayOf = ({ by, isDescending }: ListSort): string => {
    if (by === 'name') return t(isDescending ? 'order_z_a' : 'order_a_z')
    if (by === 'length') return t(isDescending ? 'order_longest' : 'order_shortest')
    return t(isDescending ? 'order_newest' : 'order_oldest')
  }
  return { nameOf, wayOf }
}

function change(next: ListSort): void {
  store(KEY, next, { lifetime: NoExpiration })
  tellAll()
}

/** Returns the same object until the sort changes. */
function keptSort(): ListSort {
  const kept = recall(KEY)
  if (typeof kept !== 'object' || kept === null || !('by' in kept) || !('isDescending' in kept)) return USUAL_SORT
  const by = SORTS.find((known) => known === kept.by)
  if (!by || typeof kept.isDescending !== 'boolean') return USUAL_SORT
  if (by !== last.by || kept.isDescending !== last.isDescending) last = { by, isDescending: kept.isDescending }
  return last
}

let last: ListSort = USUAL_SORT
const { watch, tellAll } = makeWatchers()
