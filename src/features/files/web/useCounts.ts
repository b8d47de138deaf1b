import { countFiles } from '../rules.ts'
import type { FileCounts } from '../rules.ts'
import { useLibraryCounts } from './queries.ts'

const NONE = countFiles([])

/** How many recordings lie where (B§2). All zero, and `isKnown` false, until the library has been read. */
export function useCounts(): FileCounts & { isKnown: boolean } {
  const { data } = useLibraryCounts()
  return { ...(data ?? NONE), isKnown: data !== undefined }
}
