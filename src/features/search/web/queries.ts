import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { MAX_MOMENTS } from '../contract.ts'
import type { FoundRecording, SearchMoment, SearchResult } from '../contract.ts'
import type { SearchRequest } from './address.ts'
import { search } from './searchClient.ts'
import { useSettled } from './useSettled.ts'

/** Moments initially shown for each recording. */
const MOMENTS_SHOWN = 3

/** `result` is the first page; `recordings` are those of all pages. */
export type SearchResults = { result: SearchResult; recordings: readonly FoundRecording[] }

/**
 * Searches while the user types. Until new results arrive, `data` contains the previous ones and `isCurrent` is false. Late results
 * of an earlier search are never shown.
 */
export function useSearchResults(request: SearchRequest) {
  const { settled, isSettled } = useSettled(request)
  const { data, isPlaceholderData, ...query } = useInfiniteQuery({
    queryKey: [...search.recordings.key({ body: { ...settled, moments: MOMENTS_SHOWN } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      search.recordings({ body: { ...settled, moments: MOMENTS_SHOWN, after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data: { next } }) => next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: settled.query !== '',
  })
  const first = data?.pages[0]?.data
  return {
    ...query,
    /** The search to which `data` belongs once `isCurrent` is true. */
    settled,
    isCurrent: isSettled && !isPlaceholderData,
    data: first && ({ result: first, recordings: data.pages.flatMap((page) => page.data.recordings) } satisfies SearchResults),
  }
}

/** Returns all moments of a recording. */
export async function fetchMoments(request: SearchRequest, fileId: string): Promise<readonly SearchMoment[]> {
  const { data } = await search.recordings({ body: { ...request, file_id: fileId, moments: MAX_MOMENTS, limit: 1 } })
  return data.recordings[0]?.moments ?? []
}

/** Returns the facets of the user's library. */
export function useFacets() {
  const body = { query: '', limit: 1, facets: true }
  return useQuery({
    queryKey: search.recordings.key({ body }),
    queryFn: ({ signal }) => search.recordings({ body }, { signal }),
    select: ({ data }) => data.facets,
    staleTime: minutes(1),
  })
}
