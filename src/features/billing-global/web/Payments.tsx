import { useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import { PaymentList } from '#features/membership/web.tsx'
import { billingClient } from './billingClient.ts'
import { productOf } from './products.ts'

/** What was paid by card, and the invoices. */
export function Payments() {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: billingClient.payments.key({}),
    queryFn: ({ signal }) => billingClient.payments({}, { signal }),
    staleTime: minutes(1),
  })
  const payments = data?.data.map(({ name, ...payment }) => ({
    ...payment,
    product: name === null ? undefined : productOf(name),
  }))
  return <PaymentList payments={payments} error={error} onRetry={() => void refetch()} retrying={isFetching} />
}
