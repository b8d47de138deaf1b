import { useQuery } from '@tanstack/react-query'
import { files } from '../filesClient.ts'

/** Returns the storage used by the account. It is loaded again when the given number of recordings changes. */
export function useStorageUse(fileCount = 0) {
  return useQuery({
    queryKey: [...files.stat.key({ query: {} }), fileCount],
    queryFn: ({ signal }) => files.stat({ query: {} }, { signal }),
    select: ({ data_stat }) => ({ ...data_stat.storage, duration: data_stat.total_duration }),
    placeholderData: (previous) => previous,
  })
}
