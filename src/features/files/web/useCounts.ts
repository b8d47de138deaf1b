import { useMemo } from 'react'
import { NO_COUNTS } from '../rules.ts'
import { useLibraryCounts } from './queries.ts'

/** How many recordings lie where. All but `trash` leave out the trash. */
export type FileCounts = {
  all: number
  unorganized: number
  trash: number
  /** By the id of the folder. */
  byFolder: ReadonlyMap<string, number>
  /** By the code of the source, `SCENES` (B§3). */
  byScene: ReadonlyMap<number, number>
}

/**
 * How many recordings lie where (B§2). All zero, and `isKnown` false, until the library has been read; `isAwaited` while it is
 * read for the first time and may well come.
 */
export function useCounts(): FileCounts & { isKnown: boolean; isAwaited: boolean } {
  const { data, isLoading, failureCount } = useLibraryCounts()
  const counts = useMemo(() => {
    const { by_folder, by_scene, ...shelves } = data ?? NO_COUNTS
    const byScene = new Map(Object.entries(by_scene).map(([code, n]) => [Number(code), n]))
    return { ...shelves, byFolder: new Map(Object.entries(by_folder)), byScene }
  }, [data])
  return { ...counts, isKnown: data !== undefined, isAwaited: isLoading && failureCount === 0 }
}
