import { useQuery } from '@tanstack/react-query'
import { site } from './web/site.ts'

/** What this server says of itself, or undefined until it has. Asked once a visit. */
export function useServerFacts() {
  const asked = useQuery({
    queryKey: site.init.key({ query: {} }),
    queryFn: ({ signal }) => site.init({ query: { platform: 'web' } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return asked.data?.data
}
