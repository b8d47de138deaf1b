import { Link } from '@tanstack/react-router'
import { History } from 'lucide-react'
import { minutes, seconds } from '#shared/units.ts'
import { saveBlob } from '#browser/page/saveBlob.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { hasMembership, isUnlimited, quotaPeriod, wholeMinutes } from '../../../rules.ts'
import type { Membership } from '../../MembershipContext.ts'
import { LoadingPanel } from '../LoadingPanel.tsx'
import { formatCsv } from './formatCsv.ts'
import type { UseRow } from './recentUse.ts'
import { fetchAllTransactions, type useRecentUse } from './useRecentUse.ts'

/** The rows that are shown. */
export const RECENT_ROWS = 7

type RecentUseProps = { membership: Membership; use: ReturnType<typeof useRecentUse> }

/** The latest recordings that used minutes, and the way to all of them. `use` is what `useRecentUse(RECENT_ROWS)` returns. */
export function RecentUse({ membership, use: { rows, error, retry, retrying } }: RecentUseProps) {
  const t = useTranslations('membership')
  return (
    <section aria-labelledby="recent-use" className="flex min-w-0 flex-col gap-2.5 lg:self-start">
      <div className="flex min-h-6 flex-wrap items-baseline gap-x-4">
        <h2 id="recent-use" className="flex-1 text-base font-[640]">
          {t('centre_use')}
        </h2>
        <UsedSince membership={membership} />
      </div>
      <div className="flex flex-1 flex-col overflow-hidden rounded-lg border border-line bg-raised">
        {rows === undefined ? (
          error ? (
            <ErrorState error={error} title={t('history_failed')} onRetry={retry} retrying={retrying} />
          ) : (
            <SkeletonRows rows={RECENT_ROWS} rowClassName="h-12" />
          )
        ) : rows.length === 0 ? (
          <EmptyState icon={<History aria-hidden />}>{t('history_empty')}</EmptyState>
        ) : (
          <>
            <UseTable rows={rows} />
            <UseFooter />
          </>
        )}
      </div>
    </section>
  )
}

/** "388 minutes since 18 November". Unlimited plans count nothing. */
function UsedSince({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const { number, date } = useFormat()
  const now = useNow(minutes(1))
  const { membership_type, start_time, seconds_left, seconds_total } = membership
  if (!hasMembership(membership_type) || isUnlimited(membership_type) || start_time === 0) return null
  const since = quotaPeriod(new Date(seconds(start_time)), new Date(now)).start.getTime()
  const used = wholeMinutes(seconds_total - seconds_left, 'used')
  return <p className="text-sm text-ink2">{t('centre_used_since', { minutes: number(used), when: date(since) })}</p>
}

function UseTable({ rows }: { rows: readonly UseRow[] }) {
  const t = useTranslations('membership')
  const { day, number } = useFormat()
  const now = useNow(minutes(1))
  return (
    <table aria-labelledby="recent-use" className="w-full table-fixed text-left">
      <thead className="text-sm text-ink2">
        <tr className="h-9.5">
          <th className={`${CELL_CLASS} font-[400]`}>{t('centre_use_recording')}</th>
          <th className={`${CELL_CLASS} w-33 font-[400] max-sm:hidden`}>{t('centre_use_date')}</th>
          <th className={`${CELL_CLASS} w-25 text-right font-[400]`}>{t('centre_use_minutes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className="h-12 border-t border-line">
            <td className={CELL_CLASS}>
              <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1">
                <RecordingName row={row} />
                <StateChip row={row} />
                <span className="basis-full text-sm text-ink2 sm:hidden">{day(seconds(row.at), now)}</span>
              </span>
            </td>
            <td className={`${CELL_CLASS} tabular text-sm text-ink2 max-sm:hidden`}>{day(seconds(row.at), now)}</td>
            <td className={`${CELL_CLASS} tabular text-right text-base`}>{number(wholeMinutes(row.used, 'used'))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const CELL_CLASS = 'px-2 first:pl-4.5 last:pr-4.5'

function RecordingName({ row }: { row: UseRow }) {
  const t = useTranslations('membership')
  const name = <bdi className="min-w-0 truncate">{row.name ?? t('centre_use_deleted')}</bdi>
  const nameClass = 'flex min-w-0 max-w-full text-base font-[560]'
  if (row.fileId === null) return <span className={nameClass}>{name}</span>
  return (
    <Link
      to="/file/$id"
      params={{ id: row.fileId }}
      className={`${nameClass} items-center rounded-sm hover:underline pointer-coarse:min-h-11`}
    >
      {name}
    </Link>
  )
}

function StateChip({ row }: { row: UseRow }) {
  const t = useTranslations('membership')
  if (row.state === undefined) return null
  if (row.state === 'returned') return <Chip>{t('centre_use_returned', { count: wholeMinutes(row.returned, 'used') })}</Chip>
  const isTranscribing = row.state === 'transcribing'
  return (
    <Chip tone="waiting">
      <span className="flex items-center gap-1.5">
        <LoadingPanel type={isTranscribing ? 'trans' : 'summary'} />
        {isTranscribing ? t('centre_use_transcribing') : t('centre_use_summarizing')}
      </span>
    </Chip>
  )
}

function UseFooter() {
  const t = useTranslations('membership')
  const save = useAction(useSaveCsv(), { failure: t('history_failed') })
  return (
    <div className="mt-auto flex min-h-11.5 flex-wrap items-center justify-between gap-x-4 border-t border-line px-2.5">
      <Link to="/member/history" className={FOOTER_LINK_CLASS}>
        {t('centre_use_all')}
      </Link>
      <Button variant="quiet" className="text-accent!" busy={save.isBusy} onClick={() => void save.run()}>
        {t('centre_use_csv')}
      </Button>
    </div>
  )
}

const FOOTER_LINK_CLASS =
  'inline-flex items-center rounded-sm px-2 text-md font-[560] text-accent hover:underline pointer-coarse:min-h-11'

/** Returns a function that saves all changes of the minutes as a CSV file. */
function useSaveCsv(): () => Promise<void> {
  const t = useTranslations('membership')
  const kinds = {
    use: t('centre_csv_use'),
    grant: t('centre_csv_grant'),
    refund: t('centre_csv_refund'),
    void: t('centre_csv_void'),
  }
  return async () => {
    const header = [t('centre_use_recording'), t('centre_use_date'), t('centre_csv_kind'), t('centre_use_minutes')]
    const rows = (await fetchAllTransactions()).map(({ file_name, at, kind, seconds: length }) => [
      file_name ?? '',
      new Date(seconds(at)).toISOString(),
      kinds[kind],
      (Math.abs(length) / 60).toFixed(2),
    ])
    saveBlob(new Blob([formatCsv([header, ...rows])], { type: 'text/csv' }), 'minutes.csv')
  }
}
