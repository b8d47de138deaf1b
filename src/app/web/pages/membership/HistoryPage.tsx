import { History } from 'lucide-react'
import { useState } from 'react'
import { useTransactions } from '#features/membership/web.tsx'
import type { Transaction } from '#features/membership/web.tsx'
import { paths } from '#shared/paths.ts'
import { minutes, seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TEXT_LINK_CLASS } from '../textLinkClass.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

const PAGE_SIZE = 20

/** /member/history (A§2): all transactions of minutes, newest first. */
export function HistoryPage() {
  const t = useTranslations('pages')
  const tMe = useTranslations('profile')
  const [page, setPage] = useState(0)
  const { list, total, error, retry, retrying } = useTransactions({ page, perPage: PAGE_SIZE })
  return (
    <MembershipLayout title={t('member_history')}>
      {list === undefined ? (
        error ? (
          <ErrorState error={error} title={tMe('history_failed')} onRetry={retry} retrying={retrying} />
        ) : (
          <SkeletonRows rowClassName="h-14" />
        )
      ) : total === 0 ? (
        <EmptyState icon={<History aria-hidden />}>{tMe('history_empty')}</EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <ul aria-label={tMe('history')} className="overflow-hidden rounded-lg border border-line bg-raised">
            {list.map((entry) => (
              <TransactionRow key={entry.id} entry={entry} />
            ))}
          </ul>
          {total > PAGE_SIZE && <Pagination page={page} total={total} onPage={setPage} />}
        </div>
      )}
    </MembershipLayout>
  )
}

function TransactionRow({ entry }: { entry: Transaction }) {
  const t = useTranslations('pages')
  const tMe = useTranslations('profile')
  const { duration, day } = useFormat()
  const now = useNow(minutes(1))
  const { kind, seconds: length, at, file_id } = entry
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-t border-line px-4.5 py-2 first:border-0">
      <span className="text-base">{tMe(`history_${kind}`, { length: duration(Math.abs(length)) })}</span>
      <span className="flex flex-none items-center gap-4 text-sm text-ink2">
        {file_id !== null && (
          <PageLink to={paths.file(file_id)} className={TEXT_LINK_CLASS}>
            {t('member_open_recording')}
          </PageLink>
        )}
        <span className="tabular">{day(seconds(at), now)}</span>
      </span>
    </li>
  )
}

function Pagination({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const t = useTranslations('pages')
  const { number } = useFormat()
  const lastPage = Math.ceil(total / PAGE_SIZE) - 1
  const range = { from: page * PAGE_SIZE + 1, to: Math.min(total, (page + 1) * PAGE_SIZE), total }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-ink2">
        {t('member_shown', { from: number(range.from), to: number(range.to), total: number(range.total) })}
      </p>
      <div className="flex gap-2">
        {page > 0 && <Button onClick={() => onPage(page - 1)}>{t('member_newer')}</Button>}
        {page < lastPage && <Button onClick={() => onPage(page + 1)}>{t('member_older')}</Button>}
      </div>
    </div>
  )
}
