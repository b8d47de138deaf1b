import { countFiles } from '../rules.ts'
import type { FileCounts } from '../rules.ts'
import { useLibraryCounts } from './queries.ts'

const NONE = countFiles([])

/**
 * How many recordings lie where (B§2). All zero, and `isKnown` false, until the library has been read; `isAwaited` while it is
 * read for the first time and may well come.
 */
export function useCounts(): FileCounts & { isKnown: boolean; isAwaited: boolean } {
  const { data, isLoading, failureCount } = useLibraryCounts()
  return { ...(data ?? NONE), isKnown: data !== undefined, isAwaited: isLoading && failureCount === 0 }
}
