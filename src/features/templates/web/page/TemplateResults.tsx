import { LayoutTemplate } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { TemplateKind } from '../../contract.ts'
import { CardSkeletons } from '../card/TemplateCard.tsx'
import { useTemplateList } from '../templateQueries.ts'
import type { TabProps } from './TabProps.ts'
import { TemplateGrid } from './TemplateGrid.tsx'
import { useLoadMore } from './useLoadMore.ts'

type TemplateResultsProps = TabProps & { kind?: TemplateKind; emptyText: string }

/** The templates that match, by pages of 12. The next page is loaded when the end comes near (B§9). */
export function TemplateResults({ query, category, languages, details, kind, emptyText }: TemplateResultsProps) {
  const t = useTranslations('templates')
  const list = useTemplateList(languages, { scene: 2, query, category, kind })
  const end = useLoadMore(list)
  if (!list.data) {
    if (!list.isError) return <CardSkeletons count={9} />
    return (
      <ErrorState title={t('load_failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    )
  }
  const templates = list.data.pages.flatMap(({ data }) => data.list)
  const total = list.data.pages[0]?.data.total ?? 0
  if (templates.length === 0)
    return (
      <EmptyState icon={<LayoutTemplate aria-hidden />}>{query !== '' || category ? t('nothing_found') : emptyText}</EmptyState>
    )
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <p role="status" className="sr-only">
        {t('found', { count: total })}
      </p>
      <TemplateGrid section="results" label={t('results')} templates={templates} details={details} />
      {list.isFetchNextPageError ? (
        <ErrorState
          title={t('load_failed')}
          error={list.error}
          onRetry={() => void list.fetchNextPage()}
          retrying={list.isFetchingNextPage}
        />
      ) : (
        list.isFetchingNextPage && <CardSkeletons count={3} />
      )}
      <div ref={end} />
    </div>
  )
}
