import type { QueryClient } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import type { TemplateStatus } from '../../contract.ts'
import { TemplatesArea } from '../TemplatesArea.tsx'
import { templates } from '../templatesClient.ts'
import { ReviewRow } from './ReviewRow.tsx'
import { Reviewers } from './Reviewers.tsx'
import { useReviewList } from './useReviews.ts'

/** Returns whether the user reviews templates, so that the settings show the pane. */
export const isReviewer = async (queries: QueryClient): Promise<boolean> => {
  const body = { page_size: 1 }
  const home = await queries.fetchQuery({ queryKey: templates.home.key({ body }), queryFn: () => templates.home({ body }) })
  return home.is_reviewer
}

const FILTERS = ['waiting', 'published', 'rejected', 'unavailable'] as const
type Filter = (typeof FILTERS)[number]
const statusOf = (filter: Filter): TemplateStatus | undefined => (filter === 'waiting' ? undefined : filter)

/** The templates that users submitted, for the operator and the accounts the operator names. */
export function ReviewPane() {
  const t = useTranslations('templates')
  const isOperator = useMe()?.is_operator ?? false
  const [filter, setFilter] = useState<Filter>('waiting')
  return (
    <TemplatesArea>
      <div className="grid grid-cols-1 gap-4">
        <p className="text-md text-pretty text-ink2">{t('review_lead')}</p>
        <NativeSelect
          aria-label={t('review_filter')}
          options={FILTERS.map((value) => ({ value, label: t(`review_${value}`) }))}
          value={filter}
          onChange={(value) => setFilter(FILTERS.find((candidate) => candidate === value) ?? 'waiting')}
          className="w-72 max-sm:w-full"
        />
        <ReviewList filter={filter} />
        {isOperator && <Reviewers />}
      </div>
    </TemplatesArea>
  )
}

function ReviewList({ filter }: { filter: Filter }) {
  const t = useTranslations('templates')
  const list = useReviewList(statusOf(filter))
  if (!list.data) {
    if (!list.isError) return <SkeletonRows rows={3} />
    return (
      <ErrorState title={t('load_failed')} error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    )
  }
  if (list.data.length === 0)
    return (
      <EmptyState icon={<ClipboardCheck aria-hidden />}>
        {filter === 'waiting' ? t('review_none') : t('review_none_of_status')}
      </EmptyState>
    )
  return (
    <ul aria-label={t(`review_${filter}`)} className="divide-y divide-line rounded-lg border border-line">
      {list.data.map((template) => (
        <ReviewRow key={`${template.id} ${template.version}`} template={template} />
      ))}
    </ul>
  )
}
