import { useQuery } from '@tanstack/react-query'
import { ExternalLink, ReceiptText } from 'lucide-react'
import { minutes, seconds } from '#shared/units.ts'
import { BuyingPage, formatPrice, MembershipLayout, useProductName } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { billingClient } from './billingClient.ts'
import { isPlanProduct, productOf } from './products.ts'

type Payment = Awaited<ReturnType<typeof billingClient.payments>>['data'][number]

/** /member/billings (A§2): what was paid, and the invoices. */
export function BillingsPage() {
  const t = useTranslations('membership')
  return (
    <BuyingPage>
      <MembershipLayout title={t('centre_payments')} isSubpage>
        <Payments />
      </MembershipLayout>
    </BuyingPage>
  )
}

function Payments() {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: billingClient.payments.key({}),
    queryFn: ({ signal }) => billingClient.payments({}, { signal }),
    staleTime: minutes(1),
  })
  if (error && !data)
    return <ErrorState error={error} title={t('payments_failed')} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <SkeletonRows rows={4} />
  if (data.data.length === 0)
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden />}
        action={
          <PageLink to={paths.memberPurchase({ from: 'billings' })} className={buttonClass()}>
            {tMembership('member_compare')}
          </PageLink>
        }
      >
        {tMembership('centre_no_payments')}
      </EmptyState>
    )
  return (
    <ul
      aria-label={tMembership('centre_payments')}
      className="grid grid-cols-[1fr_auto_auto_auto] divide-y divide-line rounded-lg border border-line bg-raised"
    >
      {data.data.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </ul>
  )
}

function PaymentRow({ payment }: { payment: Payment }) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const { date } = useFormat()
  const name = usePaymentName()(payment.name)
  return (
    // The columns of all rows are as wide as each other; on phones the name stands above the others.
    <li className="col-span-full grid min-h-14 grid-cols-subgrid items-center gap-x-4 gap-y-1 px-5 py-2.5 max-sm:px-4">
      <span className="grid min-w-0 grid-cols-1 max-sm:col-span-full">
        <strong className="text-md font-[580] wrap-anywhere">{name}</strong>
        <span className="text-sm text-ink2">{date(seconds(payment.at))}</span>
      </span>
      <span className="max-sm:col-span-2">
        {payment.status !== 'paid' && (
          <Chip tone={payment.status === 'open' ? 'waiting' : 'plain'}>{t(`status_${payment.status}`)}</Chip>
        )}
      </span>
      <span className="tabular text-right text-md">{formatPrice(locale, payment, payment.amount)}</span>
      {payment.url && (
        <a
          href={payment.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t('invoice_of', { name, date: date(seconds(payment.at)) })}
          className="inline-flex min-h-9 items-center gap-1 rounded-sm text-md font-[560] text-accent hover:underline pointer-coarse:min-h-11"
        >
          {t('invoice')}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </li>
  )
}

/** Returns a function that names what was paid: "Pro, annual" or "600 minutes". */
function usePaymentName(): (name: string | null) => string {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  const planName = useProductName()
  const { number } = useFormat()
  return (name) => {
    const product = name === null ? undefined : productOf(name)
    if (product === undefined) return t('payment_unnamed')
    if (isPlanProduct(product)) return planName(product)
    const packMinutes = Number(product.slice('pack-'.length))
    return tMembership('plans_pack', { count: packMinutes, minutes: number(packMinutes) })
  }
}
