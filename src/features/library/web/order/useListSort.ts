import { useSyncExternalStore } from 'react'
import { createEmitter } from '#browser/events/createEmitter.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SORTS, DEFAULT_SORT } from './listSort.ts'
import type { ListSort, SortBy } from './listSort.ts'

const STORAGE_KEY = 'listSort'

/**
 * Returns the sort of the lists saved in this browser, and its setter. It is shared, so that a list and the recording beside it
 * agree.
 */
export const useListSort = (): readonly [ListSort, (sort: ListSort) => void] =>
  [useSyncExternalStore(subscribe, savedSort), setSort] as const

/** Returns the labels of the sorts. In the trash `edited` is the time of deletion. */
export function useSortLabels(isTrash: boolean) {
  const t = useTranslations('files')
  const sortLabel = (by: SortBy): string => t(by === 'edited' && isTrash ? 'sort_trashed' : `sort_${by}`)
  const directionLabel = ({ by, isDescending }: ListSort): string => {
    if (by === 'name') return t(isDescending ? 'order_z_a' : 'order_a_z')
    if (by === 'length') return t(isDescending ? 'order_longest' : 'order_shortest')
    return t(isDescending ? 'order_newest' : 'order_oldest')
  }
  return { sortLabel, directionLabel }
}

function setSort(next: ListSort): void {
  setItem(STORAGE_KEY, next, { lifetime: NO_EXPIRATION })
  notify()
}

/** Returns the same object until the sort changes. */
function savedSort(): ListSort {
  const saved = getItem(STORAGE_KEY)
  if (typeof saved !== 'object' || saved === null || !('by' in saved) || !('isDescending' in saved)) return DEFAULT_SORT
  const by = SORTS.find((field) => field === saved.by)
  if (!by || typeof saved.isDescending !== 'boolean') return DEFAULT_SORT
  if (by !== lastSort.by || saved.isDescending !== lastSort.isDescending) lastSort = { by, isDescending: saved.isDescending }
  return lastSort
}

let lastSort: ListSort = DEFAULT_SORT
const { subscribe, emit: notify } = createEmitter()
