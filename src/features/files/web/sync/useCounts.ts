import { useMemo } from 'react'
import { NO_COUNTS } from '../../rules.ts'
import { useLibraryCounts } from './queries.ts'

/** Number of recordings by category and folder. All but `trash` exclude the trash. */
export type FileCounts = {
  all: number
  unorganized: number
  trash: number
  /** By folder id. */
  byFolder: ReadonlyMap<string, number>
  /** By the code of the source, `SCENES` (B§3). */
  byScene: ReadonlyMap<number, number>
}

/**
 * Returns the number of recordings by category and folder (B§2). All are zero and `isKnown` is false until the library is loaded;
 * `isFirstLoad` is true during the first load while it has not failed.
 */
export function useCounts(): FileCounts & { isKnown: boolean; isFirstLoad: boolean } {
  const { data, isLoading, failureCount } = useLibraryCounts()
  const counts = useMemo(() => {
    const { by_folder, by_scene, ...totals } = data ?? NO_COUNTS
    const byScene = new Map(Object.entries(by_scene).map(([code, n]) => [Number(code), n]))
    return { ...totals, byFolder: new Map(Object.entries(by_folder)), byScene }
  }, [data])
  return { ...counts, isKnown: data !== undefined, isFirstLoad: isLoading && failureCount === 0 }
}
