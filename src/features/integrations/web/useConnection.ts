import { useQuery } from '@tanstack/react-query'
import type { APPS } from '../contract.ts'
import { integrations } from './calls.ts'

export type App = (typeof APPS)[number]

/** How it stands between the user and a program. */
export function useConnection(app: App) {
  const input = { params: { app } }
  return useQuery({
    queryKey: integrations.connection.key(input),
    queryFn: ({ signal }) => integrations.connection(input, { signal }),
    select: ({ data }) => data,
  })
}
