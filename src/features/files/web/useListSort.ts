import { useSyncExternalStore } from 'react'
import { makeWatchers } from '#ui/makeWatchers.ts'
import { NoExpiration, recall, store } from '#ui/storage.ts'
import { SORTS, USUAL_SORT } from './listSort.ts'
import type { ListSort } from './listSort.ts'

const KEY = 'listSort'

/** The order of the lists, as this browser was left; one for whoever asks, so that a list and the recording beside it agree. */
export const useListSort = (): readonly [ListSort, (sort: ListSort) => void] =>
  [useSyncExternalStore(watch, keptSort), change] as const

function change(next: ListSort): void {
  store(KEY, next, { lifetime: NoExpiration })
  tellAll()
}

/** The same object until it is changed. */
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
