import { useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { PaymentList } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { billingClient } from './billingClient.ts'
import { productOf } from './products.ts'

/** What was paid by QR code, with the app and its number for receipts. */
export function Payments() {
  const t = useTranslations('billing-china')
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: billingClient.orders.key({}),
    queryFn: ({ signal }) => billingClient.orders({}, { signal }),
    staleTime: minutes(1),
  })
  const payments = data?.data.map(({ name, pay_platform, transaction_id, ...payment }) => ({
    ...payment,
    product: productOf(name),
    currency: 'CNY',
    url: null,
    detail: [t(`channel_${pay_platform}`), transaction_id].filter(Boolean).join(' '),
  }))
  return <PaymentList payments={payments} error={error} onRetry={() => void refetch()} retrying={isFetching} />
}
