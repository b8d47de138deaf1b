import { useQuery } from '@tanstack/react-query'
import { APP_VERSION } from '#ui/appVersion.ts'
import { site } from './web/site.ts'

/** What this server says of itself, or undefined until it has. Asked once a visit. */
export function useServerFacts() {
  return useAsked().data?.data
}

/** The same for a page that is about nothing else, and so shows that it could not be asked. */
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
