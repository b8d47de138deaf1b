import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { devicesClient } from './devicesClient.ts'

const listQuery = () => ({
  queryKey: devicesClient.list.key({}),
  queryFn: ({ signal }: { signal: AbortSignal }) => devicesClient.list({}, { signal }),
})

/** Returns whether the account has a recorder; undefined while loading. Nothing is requested while `isEnabled` is false. */
export function useHasRecorder({ isEnabled }: { isEnabled: boolean }): boolean | undefined {
  const query = useQuery({ ...listQuery(), enabled: isEnabled })
  return query.data && query.data.data_devices.length > 0
}

/** Fetches whether the account has a recorder. Throws if the server cannot be reached. */
export async function fetchHasRecorder(queries: QueryClient): Promise<boolean> {
  const { data_devices } = await queries.fetchQuery(listQuery())
  return data_devices.length > 0
}
