import { QueryClient } from '@tanstack/react-query'
import { Unreachable } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'

/**
 * Defaults of every query: a refusal or a fault is final, an unanswered question is asked twice more.
 * @NOTE `networkMode: 'always'`: a server on this machine answers although the browser calls itself offline.
 */
export function makeQueryClient(): QueryClient {
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
