import { useQuery } from '@tanstack/react-query'
import { files } from '../filesClient.ts'
import { useCounts } from '../sync/useCounts.ts'

/** Returns the storage used by the account. It is loaded again when the number of recordings changes. */
export function useStorageUse() {
  const { all, trash } = useCounts()
  return useQuery({
    queryKey: [...files.stat.key({ query: {} }), all + trash],
    queryFn: ({ signal }) => files.stat({ query: {} }, { signal }),
    select: ({ data_stat }) => ({ ...data_stat.storage, duration: data_stat.total_duration }),
    placeholderData: (previous) => previous,
  })
}
