import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { LazySlimPlayer, useLibrary } from '#features/files/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { useReachable } from '#browser/http/reachability.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import type { SearchMoment } from '../contract.ts'
import { NO_FILTERS, countFilters, toRequest } from './address.ts'
import type { SearchState } from './address.ts'
import { FilterBar } from './filters/FilterBar.tsx'
import { fetchMoments, useFacets, useSearchResults } from './queries.ts'
import type { SearchResults } from './queries.ts'
import { RecentSearches } from './RecentSearches.tsx'
import { addRecentSearch } from './recentSearches.ts'
import { DidYouMean } from './results/DidYouMean.tsx'
import { FolderMatches, useFoundFolders } from './results/FolderMatches.tsx'
import { momentLink } from './results/moments.ts'
import { RecordingGroup } from './results/RecordingGroup.tsx'
import type { RowContext } from './results/RecordingGroup.tsx'
import { ResultsHeader } from './results/ResultsHeader.tsx'
import { TitleMatches } from './results/TitleMatches.tsx'
import { SearchInput } from './SearchInput.tsx'
import { useMoments } from './useMoments.ts'
import { useSearchKeys } from './useSearchKeys.ts'
import { useSearchState } from './useSearchState.ts'
import { useSpeakers } from './useSpeakers.ts'

/** /search (A§2): finds moments in titles, transcripts, summaries, notes and highlights while the user types, and plays them. */
export function SearchPage() {
  const t = useTranslations('search')
  const [state, change, writeNow] = useSearchState()
  const page = useSearchKeys()
  const field = useRef<HTMLInputElement>(null)
  const owner = useMe()?.id
  const facets = useFacets().data ?? undefined
  const results = useSearchResults(toRequest(state))
  const [expanded, setExpanded] = useExpanded(results.settled)
  const recordings = (state.query.trim() === '' ? undefined : results.data?.recordings) ?? []
  const shown = recordings.map((recording) => ({ recording, moments: expanded.get(recording.file_id) ?? recording.moments }))
  const moments = useMoments(shown)
  const speakerOf = useSpeakers(recordings)
  const remember = () => addRecentSearch(owner, state.query)
  const open = () => {
    remember()
    writeNow()
  }
  // The field has the focus at once because the page has no other purpose.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  usePageTitle(t('search_title'))
  const searchFor = (query: string) => {
    change({ query })
    field.current?.focus()
  }
  const context: RowContext = {
    speakerOf,
    current: moments.current,
    onOpen: open,
    onPlay: (recording, moment) => {
      remember()
      moments.toggle(recording, moment)
    },
  }
  return (
    <div ref={page} role="search" className="flex h-full flex-col">
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto">
        <div className="max-w-[68.75rem] px-9 pt-7 pb-9 max-md:px-3 max-sm:px-2 max-sm:pt-4">
          <h1 className="sr-only">{t('search_title')}</h1>
          <div className="px-3 max-sm:px-2">
            <SearchInput
              ref={field}
              value={state.query}
              onChange={(query) => change({ query })}
              onClear={() => searchFor('')}
              onSubmit={remember}
            />
            <FilterBar filters={state.filters} onChange={(filters) => change({ filters })} facets={facets} />
          </div>
          <Results
            state={state}
            change={change}
            searchFor={searchFor}
            results={results}
            shown={shown}
            context={context}
            onExpanded={setExpanded}
          />
        </div>
      </div>
      <MomentPlayer moments={moments} speakerOf={speakerOf} onOpen={open} />
    </div>
  )
}

type Moments = ReturnType<typeof useMoments>

function MomentPlayer({
  moments,
  speakerOf,
  onOpen,
}: {
  moments: Moments
  speakerOf: RowContext['speakerOf']
  onOpen: () => void
}) {
  const t = useTranslations('search')
  const { played, playback } = moments
  if (!played || !playback) return null
  const { recording, moment } = played
  const place = moments.number > 0 && t('search_moment_of', { number: moments.number, total: moments.total })
  return (
    <LazySlimPlayer
      fallback={<div className="h-17 flex-none border-t border-line bg-raised" />}
      key={recording.file_id}
      labels={{
        previous: t('search_previous_moment'),
        next: t('search_next_moment'),
        none: t('search_no_moment'),
        open: t('search_open'),
      }}
      fileId={recording.file_id}
      playback={playback}
      title={recording.filename}
      detail={[speakerOf(moment)?.label, place].filter(Boolean).join(' · ')}
      link={momentLink(recording, moment)}
      moments={moments.times}
      current={moment.start_ms}
      onPrevious={moments.playPrevious}
      onNext={moments.playNext}
      onOpen={onOpen}
      onClose={moments.close}
    />
  )
}

type ResultsProps = {
  state: SearchState
  change: (values: Partial<SearchState>) => void
  searchFor: (query: string) => void
  results: ReturnType<typeof useSearchResults>
  shown: readonly { recording: SearchResults['recordings'][number]; moments: readonly SearchMoment[] }[]
  context: RowContext
  onExpanded: (fileId: string, moments: readonly SearchMoment[]) => void
}

function Results({ state, change, searchFor, results, shown, context, onExpanded }: ResultsProps) {
  const t = useTranslations('search')
  const isReachable = useReachable()
  const { query, filters, sort } = state
  const hasFolders = useFoundFolders(query).length > 0
  const { data, isError, isFetching, settled } = results
  if (query.trim() === '') return <BeforeSearch searchFor={searchFor} />
  if (!isReachable && !(results.isCurrent && data)) return <TitleMatches query={query} />
  if (!data) {
    if (!isError) return <SkeletonRows rows={5} />
    return (
      <ErrorState title={t('search_failed')} error={results.error} onRetry={() => void results.refetch()} retrying={isFetching} />
    )
  }
  const { result } = data
  const isEmpty = data.recordings.length === 0
  return (
    <div aria-busy={!results.isCurrent}>
      <DidYouMean {...result} onSearch={searchFor} />
      {isEmpty ? (
        !hasFolders && results.isCurrent && <NothingFound state={state} onClear={() => change({ filters: NO_FILTERS })} />
      ) : (
        <ResultsHeader result={result} sort={sort} onSort={(next) => change({ sort: next })} />
      )}
      {result.not_indexed > 0 && (
        <p className="mx-3 mt-1 text-sm text-warn max-sm:mx-2">{t('search_not_indexed', { count: result.not_indexed })}</p>
      )}
      {countFilters(filters) === 0 && <FolderMatches query={query} />}
      {shown.map(({ recording, moments }) => (
        <RecordingGroup
          key={recording.file_id}
          recording={recording}
          moments={moments}
          onExpand={async () => onExpanded(recording.file_id, await fetchMoments(settled, recording.file_id))}
          {...context}
        />
      ))}
      {results.hasNextPage && (
        <Button
          data-result=""
          className="mx-3 mt-4 max-sm:mx-2"
          busy={results.isFetchingNextPage}
          onClick={() => void results.fetchNextPage()}
        >
          {t('search_more')}
        </Button>
      )}
    </div>
  )
}

/** Shown while the field is empty: the last searches, and how to search. */
function BeforeSearch({ searchFor }: { searchFor: (query: string) => void }) {
  const t = useTranslations('search')
  const library = useLibrary()
  if (library.isWhole && library.data?.length === 0) {
    const action = (
      <Link to="/" className={buttonClass({})}>
        {t('search_first_use_open')}
      </Link>
    )
    return (
      <EmptyState icon={<Search aria-hidden />} action={action}>
        {t('search_first_use')}
      </EmptyState>
    )
  }
  return (
    <>
      <p className="mx-3 mt-5 max-w-[40rem] text-sm text-ink2 max-sm:mx-2">{t('search_tip')}</p>
      <RecentSearches onSearch={searchFor} />
    </>
  )
}

function NothingFound({ state, onClear }: { state: SearchState; onClear: () => void }) {
  const t = useTranslations('search')
  const query = state.query.trim()
  const isFiltered = countFilters(state.filters) > 0
  return (
    <EmptyState
      icon={<Search aria-hidden />}
      action={isFiltered && <Button onClick={onClear}>{t('search_clear_filters')}</Button>}
    >
      {isFiltered ? t('search_nothing_filtered', { query }) : t('search_nothing', { query })}
    </EmptyState>
  )
}

/** The recordings whose moments are all shown, for one search. */
function useExpanded(search: object) {
  const [state, setState] = useState<{ search: object; moments: ReadonlyMap<string, readonly SearchMoment[]> }>({
    search,
    moments: new Map(),
  })
  if (state.search !== search) setState({ search, moments: new Map() })
  const expand = (fileId: string, moments: readonly SearchMoment[]) =>
    setState((previous) =>
      previous.search === search ? { search, moments: new Map(previous.moments).set(fileId, moments) } : previous,
    )
  return [state.moments, expand] as const
}
