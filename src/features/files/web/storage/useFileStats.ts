import { useQuery } from '@tanstack/react-query'
import { files } from '../filesClient.ts'

/**
 * Returns how much the user has recorded and transcribed, and the storage used (A§7). Durations are in milliseconds. It is loaded
 * again when the given number of recordings changes.
 */
export function useFileStats(fileCount = 0) {
  return useQuery({
    queryKey: [...files.stat.key({ query: {} }), fileCount],
    queryFn: ({ signal }) => files.stat({ query: {} }, { signal }),
    select: ({ data_stat }) => data_stat,
    placeholderData: (previous) => previous,
  })
}
