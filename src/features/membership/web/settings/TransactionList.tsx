import { useQuery } from '@tanstack/react-query'
import { client } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { send } from '#browser/http/send.ts'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { membershipContract } from '../../contract.ts'
import { TransactionText } from '../TransactionText.tsx'

const membershipClient = client('membership', membershipContract, send)
const TRANSACTIONS_SHOWN = 5

/** The latest changes of the minutes. */
export function TransactionList() {
  const t = useTranslations('membership')
  const { day } = useFormat()
  const now = useNow(null)
  const query = { limit: TRANSACTIONS_SHOWN }
  const transactions = useQuery({
    queryKey: membershipClient.transactions.key({ query }),
    queryFn: ({ signal }) => membershipClient.transactions({ query }, { signal }),
  })
  if (transactions.error)
    return (
      <ErrorState
        className="py-4"
        error={transactions.error}
        title={t('history_failed')}
        onRetry={() => void transactions.refetch()}
      />
    )
  if (!transactions.data) return <SkeletonRows rows={2} rowClassName="h-9" />
  const { list } = transactions.data.data
  if (list.length === 0) return <p className="text-sm text-ink2">{t('history_empty')}</p>
  return (
    <ul aria-label={t('history')} className="grid gap-1.5">
      {list.map((transaction) => (
        <li key={transaction.id} className="flex justify-between gap-4 text-sm text-ink2">
          <span className="min-w-0 wrap-anywhere">
            <TransactionText transaction={transaction} isLinked={false} />
          </span>
          <span className="flex-none text-ink3 tabular">{day(seconds(transaction.at), now)}</span>
        </li>
      ))}
    </ul>
  )
}
