import { useQuery } from '@tanstack/react-query'
import type { APPS } from '../contract.ts'
import { integrationsClient } from './integrationsClient.ts'

export type App = (typeof APPS)[number]

/** Returns the query for the user's connection to a program. */
export function useConnection(app: App) {
  const input = { params: { app } }
  return useQuery({
    queryKey: integrationsClient.connection.key(input),
    queryFn: ({ signal }) => integrationsClient.connection(input, { signal }),
    select: ({ data }) => data,
  })
}
