import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { LibraryRow } from '#features/files/contract.ts'
import { languageTag } from '#shared/locales.ts'
import { minutes } from '#shared/units.ts'
import { trackExposure } from '#features/telemetry/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import type { RecommendReason, TemplateItem } from '../../contract.ts'
import { LazyRecordingDialog } from '../recording/LazyRecordingDialog.ts'
import { useDaily, useRecentlyUsed, useRecommended, useWeekly } from '../templateQueries.ts'
import type { DetailsState, TabProps } from '../pageState.ts'
import { CardSkeletons, TemplateGrid } from '../card/TemplateGrid.tsx'
import { TemplateResults } from './TemplateResults.tsx'

type ForYouTabProps = TabProps & {
  /** The recording that templates are recommended for. Undefined when none has a transcript. */
  recording: LibraryRow | undefined
  /** Whether it is not known yet. */
  isRecordingPending: boolean
  onRecordingChange: (recording: LibraryRow) => void
  onSeeAll: () => void
}

const ROW = 3
const TWO_ROWS = 6

/** What fits: a recording, the week, the day, and what was used last. A search or a category shows what matches instead. */
export function ForYouTab(props: ForYouTabProps) {
  const t = useTranslations('templates')
  const { query, category } = props
  return query !== '' || category ? <TemplateResults {...props} emptyText={t('nothing_found')} /> : <Sections {...props} />
}

function Sections({ languages, details, recording, isRecordingPending, onRecordingChange, onSeeAll }: ForYouTabProps) {
  const t = useTranslations('templates')
  const [isChoosing, setChoosing] = useState(false)
  const reasonsText = useReasonsText()
  const recommended = useRecommended(languages, recording?.id)
  const lists = {
    weekly: useWeekly(languages, recording?.id, { enabled: !isRecordingPending }),
    daily: useDaily(languages),
    recent: useRecentlyUsed(languages),
  }
  useRecommendationReport(recommended.isPlaceholderData ? undefined : recommended.data?.list.slice(0, ROW))
  const failed = Object.values(lists).find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <ErrorState
        title={t('load_failed')}
        error={failed.error}
        onRetry={() => Object.values(lists).forEach((list) => list.isError && void list.refetch())}
        retrying={failed.isFetching}
      />
    )
  const forRecording = recording ? (recommended.data?.list.slice(0, ROW) ?? []) : []
  // All at once, so that no section moves when another one is loaded.
  if (isRecordingPending || recommended.isLoading || Object.values(lists).some(({ isPending }) => isPending))
    return <SectionSkeletons />
  return (
    <div className="grid grid-cols-1 gap-7">
      {recording && !recommended.isError && (
        <Section
          id="recommended"
          title={t('recommended_for', { title: recording.filename })}
          note={recommended.isPlaceholderData ? '' : reasonsText(recommended.data?.reasons ?? [])}
          action={{ label: t('choose_another'), run: () => setChoosing(true) }}
          templates={recommended.isPlaceholderData ? undefined : recommended.data?.list}
          count={ROW}
          details={details}
        />
      )}
      <Section
        id="weekly"
        title={t('this_week')}
        // Those above it are not repeated.
        templates={lists.weekly.data?.filter(({ id }) => !forRecording.some((each) => each.id === id))}
        action={{ label: t('see_all'), run: onSeeAll }}
        count={TWO_ROWS}
        details={details}
      />
      <Section id="daily" title={t('today')} templates={lists.daily.data} count={ROW} details={details} />
      <Section id="recent" title={t('recently_used')} templates={lists.recent.data} count={ROW} details={details} />
      <LazyRecordingDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        title={t('choose_recording')}
        onChoose={onRecordingChange}
      />
    </div>
  )
}

/** Returns a function that says why templates are recommended: "2 speakers, many questions". */
function useReasonsText(): (reasons: readonly RecommendReason[]) => string {
  const t = useTranslations('templates')
  const locale = useLocale()
  const { duration, number } = useFormat()
  const reasonText = ({ code, value, text }: RecommendReason): string => {
    if (code === 'speakers') return t('reason_speakers', { count: value, n: number(value) })
    if (code === 'questions') return t('reason_questions')
    if (code === 'length') return duration(minutes(value) / 1000)
    return code === 'category' ? text : t('reason_words', { word: text })
  }
  return (reasons) =>
    new Intl.ListFormat(languageTag(locale), { type: 'unit', style: 'long' }).format(reasons.map(reasonText).filter(Boolean))
}

/** Reports which templates were recommended, where telemetry is on (B§7). */
function useRecommendationReport(recommended: readonly TemplateItem[] | undefined): void {
  const ids = recommended?.map(({ id, custom_type }) => `${custom_type} ${id}`).join()
  useEffect(() => {
    if (!ids) return
    const items = ids.split(',').map((pair) => {
      const [object_type = '', object_id = ''] = pair.split(' ')
      return { object_type, object_id }
    })
    trackExposure('TEMPLATE_RECOMMEND', { source: 'community-templates', items })
  }, [ids])
}

const SectionSkeletons = () => (
  <div className="grid grid-cols-1 gap-7">
    {[ROW, TWO_ROWS].map((count) => (
      <div key={count} className="grid grid-cols-1 gap-3">
        <Skeleton className="h-6 w-60" />
        <CardSkeletons count={count} />
      </div>
    ))}
  </div>
)

type SectionProps = {
  id: string
  title: string
  note?: string | undefined
  action?: { label: string; run: () => void }
  /** Undefined while they are loading. */
  templates: readonly TemplateItem[] | undefined
  /** At most as many are shown. */
  count: number
  details: DetailsState
}

/** A part of the page. Without templates it is left out, except when another recording can be chosen for it. */
function Section({ id, title, note, action, templates, count, details }: SectionProps): ReactNode {
  if (templates?.length === 0 && id !== 'recommended') return null
  return (
    <section aria-labelledby={`templates-${id}`} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <h2 id={`templates-${id}`} className="min-w-0 text-base font-[640] wrap-anywhere">
          {title}
        </h2>
        {note && <span className="text-sm text-ink2">{note}</span>}
        {action && (
          <button
            type="button"
            onClick={action.run}
            className="ml-auto rounded-sm text-sm font-[560] text-accent hover:underline pointer-coarse:min-h-11"
          >
            {action.label}
          </button>
        )}
      </div>
      {templates ? (
        <TemplateGrid section={id} label={title} templates={templates.slice(0, count)} details={details} />
      ) : (
        <CardSkeletons count={ROW} />
      )}
    </section>
  )
}
