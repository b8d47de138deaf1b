import { useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { integrationsContract } from '../contract.ts'
import type { APPS } from '../contract.ts'

/** The typed client for connected programs. */
export const integrationsClient = client('integrations', integrationsContract, send)

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
