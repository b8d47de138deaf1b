import { useQuery } from '@tanstack/react-query'
import { client } from '#kit/client.ts'
import { APP_VERSION } from '#ui/appVersion.ts'
import { send } from '#ui/send.ts'
import { siteContract } from './contract.ts'

const site = client('site', siteContract, send)

/** Returns the public settings of the server, or undefined while they are loading. They are loaded once per visit. */
export function useServerFacts() {
  return useAsked().data?.data
}

/** Like `useServerSettings`, with the error state, for pages that show a failure to load the settings. */
export function useServerFactsOrError() {
  const { data, error, refetch, isFetching } = useAsked()
  return { facts: data?.data, error, retry: () => void refetch(), retrying: isFetching }
}

function useAsked() {
  return useQuery({
    queryKey: site.init.key({ query: {} }),
    queryFn: ({ signal }) => site.init({ query: { platform: 'web', version: APP_VERSION } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
