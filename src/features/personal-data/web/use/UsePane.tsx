import { Check } from 'lucide-react'
import { StorageRow, useFileStats } from '#features/files/web.tsx'
import type { PastTask } from '#features/generate/contract.ts'
import { type RightCode, hasMembership } from '#features/membership/rules.ts'
import {
  type Membership,
  MinutesRow,
  useMembership,
  useMinutesText,
  useNextChange,
  usePlanName,
} from '#features/membership/web.tsx'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { useFeatures, useFeatureTrial, useLatestTranscriptions, useSyncedRecorders } from './usePlanAndUse.ts'

/** The plan with its features and minutes, and statistics of recordings and transcriptions. */
export function UsePane() {
  const t = useTranslations('personal-data')
  return (
    <>
      <SettingGroup title={t('group_plan')}>
        <PlanRow />
        <MinutesRow />
      </SettingGroup>
      <SettingGroup title={t('group_use')}>
        <RecordedRow />
        <StorageRow />
        <TranscriptionsRow />
        <RecordersRow />
      </SettingGroup>
    </>
  )
}

/** The number of rights in the largest plans, so that nothing moves when they are loaded. */
const MOST_RIGHTS = 11

function PlanRow() {
  const t = useTranslations('personal-data')
  const { membership } = useMembership()
  const features = useFeatures()
  const trial = useFeatureTrial()
  return (
    <SettingRow
      title={membership ? <PlanName membership={membership} /> : '…'}
      hint={
        <>
          {membership && hasMembership(membership.membership_type) && <NextChange membership={membership} />}
          {trial.data?.can_try && <span className="block">{t('plan_can_try')}</span>}
        </>
      }
      below={
        features.data ? (
          <FeatureList codes={features.data.map(({ feature_code }) => feature_code)} />
        ) : features.error ? (
          <ErrorState className="py-4" error={features.error} title={t('use_failed')} onRetry={() => void features.refetch()} />
        ) : (
          <SkeletonGroup className="grid gap-1.5">
            {Array.from({ length: MOST_RIGHTS }, (_, index) => (
              <Skeleton key={index} className="h-5 w-56 max-w-full" />
            ))}
          </SkeletonGroup>
        )
      }
    />
  )
}

/** "Pro trial" (B§6). */
const PlanName = ({ membership }: { membership: Membership }) => usePlanName(membership)

/** When the trial or the plan ends, or when the minutes reset. */
const NextChange = ({ membership }: { membership: Membership }) => useNextChange(membership)

/** The rights shown on the page, in this order (A§6). No tier here includes overviews. */
type NamedRight = Exclude<RightCode, 'upload' | 'overview'>

/** Every right of the tier, except codes of newer servers, which have no name here. */
function FeatureList({ codes }: { codes: readonly string[] }) {
  const t = useTranslations('personal-data')
  const tMembership = useTranslations('membership')
  const names = {
    transcription: t('feature_transcription'),
    auto_generate: t('feature_auto_generate'),
    multi_summary: t('feature_multi_summary'),
    ask_ai: tMembership('plans_row_ask_ai'),
    templates_pro: tMembership('plans_row_templates_pro'),
    template_community: tMembership('plans_row_template_community'),
    custom_templates: tMembership('plans_row_custom_templates'),
    glossary: tMembership('plans_row_glossary'),
    sharing: tMembership('plans_row_sharing'),
    export: tMembership('plans_row_export'),
    cloud_sync: t('feature_cloud_sync'),
  } satisfies Record<NamedRight, string>
  return (
    <ul aria-label={t('plan_includes')} className="grid gap-1.5 text-sm text-ink2">
      {Object.entries(names)
        .filter(([code]) => codes.includes(code))
        .map(([code, name]) => (
          <li key={code} className="flex items-center gap-2">
            <Check aria-hidden className="size-4 flex-none text-accent" />
            {name}
          </li>
        ))}
    </ul>
  )
}

function RecordedRow() {
  const t = useTranslations('personal-data')
  const { duration } = useFormat()
  const { data, error, refetch } = useFileStats()
  return (
    <SettingRow
      title={t('recorded')}
      hint={
        data
          ? t('recorded_text', {
              count: data.total_files,
              length: duration(data.total_duration / 1000),
              transcribed: duration(data.total_transcribed_duration / 1000),
            })
          : '…'
      }
      below={error && <ErrorState className="py-4" error={error} title={t('use_failed')} onRetry={() => void refetch()} />}
    />
  )
}

function TranscriptionsRow() {
  const t = useTranslations('personal-data')
  const { data, error, refetch } = useLatestTranscriptions()
  return (
    <SettingRow
      title={t('transcriptions')}
      below={
        error ? (
          <ErrorState className="py-4" error={error} title={t('use_failed')} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={2} rowClassName="h-9" />
        ) : data.length === 0 ? (
          <p className="text-sm text-ink2">{t('transcriptions_none')}</p>
        ) : (
          <ul aria-label={t('transcriptions')} className="grid gap-1.5">
            {data.map((task) => (
              <Transcription key={task.task_id} task={task} />
            ))}
          </ul>
        )
      }
    />
  )
}

function Transcription({ task }: { task: PastTask }) {
  const { day } = useFormat()
  const formatMinutes = useMinutesText()
  const now = useNow(null)
  return (
    <li className="flex justify-between gap-4 text-sm text-ink2">
      <bdi className="min-w-0 wrap-anywhere">{task.filename}</bdi>
      <span className="tabular flex-none text-ink3">
        {formatMinutes(task.duration / 1000, 'used')} · {day(seconds(task.made_at), now)}
      </span>
    </li>
  )
}

/** Renders nothing without a recorder. */
function RecordersRow() {
  const t = useTranslations('personal-data')
  const { data = [] } = useSyncedRecorders()
  if (data.length === 0) return null
  return <SettingRow title={t('recorders')} hint={t('recorders_text', { count: data.length })} />
}
