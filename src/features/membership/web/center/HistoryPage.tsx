import { History } from 'lucide-react'
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { minutes, seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useBilledMembership } from '../offers/offersStore.ts'
import { MembershipLayout } from './MembershipLayout.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { type Transaction, membershipContract } from '../../contract.ts'
import { TransactionText } from '../TransactionText.tsx'

const PAGE_SIZE = 20

/** /member/history (A§2): all transactions of minutes, newest first. */
export function HistoryPage() {
  const t = useTranslations('membership')

  const [page, setPage] = useState(0)
  const billed = useBilledMembership()
  const isWaiting = !billed.membership && !billed.error
  const { list, total, error, retry, retrying } = useTransactions({ page, perPage: PAGE_SIZE })
  return (
    <MembershipLayout title={t('member_history')} isSubpage>
      {list === undefined || isWaiting ? (
        error ? (
          <ErrorState error={error} title={t('history_failed')} onRetry={retry} retrying={retrying} />
        ) : (
          <SkeletonRows rowClassName="h-14" />
        )
      ) : total === 0 ? (
        <EmptyState icon={<History aria-hidden />}>{t('history_empty')}</EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <ul aria-label={t('history')} className="overflow-hidden rounded-lg border border-line bg-raised">
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
  const { day } = useFormat()
  const now = useNow(minutes(1))
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-0.5 border-t border-line px-4.5 py-2 first:border-0">
      <span className="min-w-0 text-base wrap-anywhere">
        <TransactionText transaction={entry} />
      </span>
      <span className="tabular flex-none text-sm text-ink2">{day(seconds(entry.at), now)}</span>
    </li>
  )
}

function Pagination({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const lastPage = Math.ceil(total / PAGE_SIZE) - 1
  const range = { from: page * PAGE_SIZE + 1, to: Math.min(total, (page + 1) * PAGE_SIZE), total }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-ink2">
        {t('member_range', { from: number(range.from), to: number(range.to), total: number(range.total) })}
      </p>
      <div className="flex gap-2">
        {page > 0 && <Button onClick={() => onPage(page - 1)}>{t('member_newer')}</Button>}
        {page < lastPage && <Button onClick={() => onPage(page + 1)}>{t('member_older')}</Button>}
      </div>
    </div>
  )
}

const membershipClient = client('membership', membershipContract, send)

/** Returns a page of `perPage` transactions, newest first. While a page loads, the previous one is returned. */
function useTransactions({ page, perPage }: { page: number; perPage: number }) {
  const query = { skip: page * perPage, limit: perPage }
  const transactions = useQuery({
    queryKey: membershipClient.transactions.key({ query }),
    queryFn: ({ signal }) => membershipClient.transactions({ query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return {
    total: transactions.data?.data.total ?? 0,
    list: transactions.data?.data.list,
    error: transactions.error,
    retry: () => void transactions.refetch(),
    retrying: transactions.isFetching,
  }
}
