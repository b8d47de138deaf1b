import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SearchResult } from '../contract.ts'
import { NO_FILTERS, toRequest } from './address.ts'
import type { Filters } from './address.ts'
import { search } from './searchClient.ts'
import { useSettled } from './useSettled.ts'

/** Maximum number of recordings, and of moments per recording. */
const PREVIEW = { limit: 4, moments: 2 }

/**
 * Finds the best moments for a field that shows titles first. Keeps the previous result until a new one arrives; undefined for an
 * empty query or when there is no result yet.
 */
export function useSearchPreview(query: string, filters: Partial<Filters> = {}): SearchResult | undefined {
  const { settled } = useSettled(toRequest({ query, sort: 'best', filters: { ...NO_FILTERS, ...filters } }))
  const body = { ...settled, ...PREVIEW }
  const { data } = useQuery({
    queryKey: search.recordings.key({ body }),
    queryFn: ({ signal }) => search.recordings({ body }, { signal }),
    select: (reply) => reply.data,
    placeholderData: keepPreviousData,
    enabled: settled.query !== '',
  })
  return query.trim() === '' ? undefined : data
}
