import { useEffect, useMemo, useState } from 'react'
import { languageTag } from '#browser/i18n/locales.ts'
import { after } from '#browser/timers/time.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { sortInSteps, sortedAtOnce } from './listSort.ts'
import type { ListSort, Order } from './listSort.ts'

type Rows = readonly LibraryRow[]

/**
 * Returns the sorted library. Sorting that takes longer than a frame runs in steps between frames; until then the previous order
 * is returned and `isSorting` is true.
 */
export function useSortedFiles(library: readonly LibraryRow[] | undefined, { by, isDescending }: ListSort, isTrash: boolean) {
  const language = languageTag(useLocale())
  const key = isTrash && by === 'edited' ? 'trashed' : by
  const order = useMemo<Order>(() => ({ key, isDescending, language }), [key, isDescending, language])
  const [finished, setDone] = useState<{ library: Rows; order: Order; sorted: Rows | undefined }>()
  const immediate = useMemo(() => library && sortedAtOnce(library, order), [library, order])
  const sorted = immediate ?? (finished?.library === library && finished?.order === order ? finished.sorted : undefined)
  const [shown, setShown] = useState(sorted)
  if (sorted && sorted !== shown) setShown(sorted)
  const isSorting = library !== undefined && sorted === undefined
  useEffect(() => {
    if (!isSorting) return undefined
    const sorting = sortInSteps(library, order)
    let stop = after(0, function step() {
      if (sorting.next().done) setDone({ library, order, sorted: sortedAtOnce(library, order) })
      else stop = after(0, step)
    })
    return () => stop()
  }, [isSorting, library, order])
  return { files: sorted ?? (isSorting ? (shown ?? library) : undefined), isSorting }
}
