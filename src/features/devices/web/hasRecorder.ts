import { useQuery } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { devices } from './calls.ts'

const list = () => ({
  queryKey: devices.list.key({}),
  queryFn: ({ signal }: { signal: AbortSignal }) => devices.list({}, { signal }),
})

/** Returns whether the account has a recorder; undefined while loading. Nothing is requested while `isEnabled` is false. */
export function useHasRecorder({ asks }: { asks: boolean }): boolean | undefined {
  const asked = useQuery({ ...list(), enabled: asks })
  return asked.data && asked.data.data_devices.length > 0
}

/** Fetches whether the account has a recorder. Throws if the server cannot be reached. */
export async function hasRecorder(queries: QueryClient): Promise<boolean> {
  const { data_devices } = await queries.fetchQuery(list())
  return data_devices.length > 0
}
