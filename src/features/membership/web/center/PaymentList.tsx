import { Link } from '@tanstack/react-router'
import { ExternalLink, ReceiptText } from 'lucide-react'
import { type Seconds, seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { buttonClass } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useProductName } from '../offers/offersStore.ts'
import { formatPrice, type ProductId } from '../offers/products.ts'

/** What was paid, or is to be paid. `at` is in unix seconds. */
export type Payment = {
  readonly id: string
  /** Undefined for what is not sold any more. */
  readonly product: ProductId | undefined
  readonly amount: number
  readonly currency: string
  readonly status: 'paid' | 'open' | 'void' | 'refunded' | 'disputed'
  readonly at: Seconds
  /** The invoice. */
  readonly url: string | null
  /** Beside the day, such as the way it was paid. */
  readonly detail?: string
}

type PaymentListProps = { payments: readonly Payment[] | undefined; error: unknown; onRetry: () => void; retrying: boolean }

/** The payments of a user, newest first, while they load and when they cannot be loaded. */
export function PaymentList({ payments, error, onRetry, retrying }: PaymentListProps) {
  const t = useTranslations('membership')
  if (error && !payments) return <ErrorState error={error} title={t('payments_failed')} onRetry={onRetry} retrying={retrying} />
  if (!payments) return <SkeletonRows rows={4} />
  if (payments.length === 0)
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden />}
        action={
          <Link to="/member/purchase" search={{ from: 'billings' }} className={buttonClass()}>
            {t('member_compare')}
          </Link>
        }
      >
        {t('centre_no_payments')}
      </EmptyState>
    )
  return (
    <ul
      aria-label={t('centre_payments')}
      className="grid grid-cols-[1fr_auto_auto_auto] divide-y divide-line rounded-lg border border-line bg-raised"
    >
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </ul>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const { date } = useFormat()
  const productName = useProductName()
  const name = payment.product === undefined ? t('payment_unnamed') : productName(payment.product)
  return (
    // The columns of all rows are as wide as each other; on phones the name stands above the others.
    <li className="col-span-full grid min-h-14 grid-cols-subgrid items-center gap-x-4 gap-y-1 px-5 py-2.5 max-sm:px-4">
      <span className="grid min-w-0 grid-cols-1 max-sm:col-span-full">
        <strong className="text-md font-[580] wrap-anywhere">{name}</strong>
        <span className="text-sm text-ink2">{[date(seconds(payment.at)), payment.detail].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="max-sm:col-span-2">
        {payment.status !== 'paid' && (
          <Chip tone={payment.status === 'open' ? 'waiting' : 'plain'}>{t(`payment_${payment.status}`)}</Chip>
        )}
      </span>
      <span className="tabular text-right text-md">{formatPrice(locale, payment, payment.amount)}</span>
      {payment.url && (
        <a
          href={payment.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('payment_invoice_of', { name, date: date(seconds(payment.at)) })}
          className="inline-flex min-h-9 items-center gap-1 rounded-sm text-md font-[560] text-accent hover:underline pointer-coarse:min-h-11"
        >
          {t('payment_invoice')}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </li>
  )
}
