import { LayoutTemplate } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { TemplateItem, TemplateKind } from '../../contract.ts'
import { useTemplateList } from '../templateQueries.ts'
import type { TabProps } from '../pageState.ts'
import { CardSkeletons, TemplateGrid, type TemplateGridProps } from '../card/TemplateGrid.tsx'
import { type Pages, useLoadMore } from './useLoadMore.ts'

type TemplateResultsProps = TabProps & { kind?: TemplateKind; emptyText: string }

/** The templates that match, by pages of 12. The next page is loaded when the end comes near (B§9). */
export function TemplateResults({ query, category, languages, details, kind, emptyText }: TemplateResultsProps) {
  const t = useTranslations('templates')
  const list = useTemplateList(languages, { scene: 2, query, category, kind })
  const isFiltered = query !== '' || category !== undefined
  return (
    <PagedTemplates
      list={list}
      templates={list.data?.pages.flatMap(({ data }) => data.list)}
      total={list.data?.pages[0]?.data.total}
      empty={<EmptyState icon={<LayoutTemplate aria-hidden />}>{isFiltered ? t('nothing_found') : emptyText}</EmptyState>}
      grid={{ section: 'results', label: t('results'), details }}
    />
  )
}

type PagedTemplatesProps = {
  list: Pages & {
    isError: boolean
    error: unknown
    isFetching: boolean
    isFetchNextPageError: boolean
    refetch: () => Promise<unknown>
  }
  /** Undefined until the first page is there. */
  templates: readonly TemplateItem[] | undefined
  total?: number | undefined
  empty: ReactNode
  grid: Omit<TemplateGridProps, 'templates'>
}

/** The templates of the pages loaded so far, or why there are none. */
export function PagedTemplates({ list, templates, total = 0, empty, grid }: PagedTemplatesProps) {
  const t = useTranslations('templates')
  const end = useLoadMore(list)
  if (!templates) {
    if (!list.isError) return <CardSkeletons count={9} />
    return (
      <ErrorState title={t('load_failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    )
  }
  if (templates.length === 0) return empty
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <p role="status" className="sr-only">
        {t('found', { count: total })}
      </p>
      <TemplateGrid {...grid} templates={templates} />
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
