import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'

/**
 * Creates the query client with the defaults of all queries: a call without a response is retried twice, a refusal or a fault is
 * final. @NOTE `networkMode: 'always'`, because a server on the same machine responds even when the browser is offline.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: seconds(10),
        retry: (failures, error) => error instanceof Unreachable && failures < 2,
        retryDelay: (failures) => Math.min(seconds(1) * 2 ** failures, seconds(8)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
