import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import type { Membership } from '../../MembershipContext.ts'
import { type OwnSubscription, useHiddenSubscription, useOwnPrice, useProductName } from '../../offers/offersStore.ts'

/** The subscription that is paid beside a higher membership, which the card above shows. */
export function SubscriptionLine({ membership }: { membership: Membership }) {
  const subscription = useHiddenSubscription(membership)
  return subscription && <Line subscription={subscription} />
}

function Line({ subscription }: { subscription: OwnSubscription }) {
  const t = useTranslations('membership')
  const productName = useProductName()
  const text = useChargeText(subscription)
  return (
    <section
      aria-label={t('centre_subscription')}
      className="flex flex-wrap items-baseline gap-x-4 gap-y-1 rounded-lg border border-line bg-raised px-4.5 py-3.5 lg:col-span-2"
    >
      <h2 className="text-base font-[620]">{t('centre_subscription')}</h2>
      <p className="text-base">{productName(subscription.plan)}</p>
      <p className="text-md text-ink2">{text}</p>
    </section>
  )
}

/** Returns what it costs, and when it is charged next or ends. */
function useChargeText({ next, isCanceled, trialEnd, periodEnd, openInvoiceUrl }: OwnSubscription): string {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const now = useNow(null)
  const [productName, price] = [useProductName(), useOwnPrice()]
  const when = date(seconds(periodEnd))
  const isTrial = trialEnd !== null && seconds(trialEnd) > now
  if (isTrial && !isCanceled && !next) return t('manage_trial', { when: date(seconds(trialEnd)), price })
  const change = openInvoiceUrl
    ? t('centre_payment_open')
    : next
      ? t('manage_next', { when: date(seconds(next.startsAt)), plan: productName(next.plan) })
      : t(isCanceled ? 'member_ends' : 'centre_renews_on', { when })
  return [price, change].join(' · ')
}
