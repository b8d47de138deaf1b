import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isRefused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { compareTiers, TRIAL_DAYS } from '#features/membership/rules.ts'
import {
  comparePlanProducts,
  isPlanProduct,
  type Membership,
  type PlanProduct,
  type ProductId,
  splitPlan,
} from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openPage } from '#browser/page/openPage.ts'
import { after, now as currentTime } from '#browser/timers/time.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { QUOTE_TIME, SESSION_STATUS, type Price } from '../contract.ts'
import { BUY_FLAGS } from '../rules.ts'
import { billingClient } from './billingClient.ts'
import { storeOrder } from './order.ts'
import { planProduct, productOf } from './products.ts'
import { reloadWithNotice } from './reloadFlag.ts'
import { useReloadBilling } from './useReloadBilling.ts'

type SubscriptionReply = Awaited<ReturnType<typeof billingClient.subscription>>['data']
type Session = Awaited<ReturnType<typeof billingClient.checkSessions>>

export type Purchase = {
  busy: ProductId | null
  buy: (product: ProductId, options?: { isTrial?: boolean; isConfirmed?: boolean }) => void
  openPortal: (() => void) | undefined
}

type Data = {
  prices: readonly Price[] | undefined
  subscription: SubscriptionReply | undefined
  membership: Membership | undefined
}

/** A purchase that does not lead away after this time can be tried again (A§9). */
const BUSY_TIME = seconds(5)

const busyStore = createStore<{ busy: ProductId | null }>(() => ({ busy: null }))

/** Returns how something is bought, with everything that is checked before (A§4). */
export function usePurchase(data: Data): Purchase {
  const busy = useStore(busyStore, (state) => state.busy)
  const send = useSend()
  const toast = useToast()
  const t = useTranslations('billing-global')
  const fail = useFailureToast()
  const latest = useRef({ data, send, toast, t, fail })
  useEffect(() => {
    latest.current = { data, send, toast, t, fail }
  })
  const hasCustomer = Boolean(data.subscription?.subscription)
  return useMemo(() => {
    const buy: Purchase['buy'] = (product, { isTrial = false, isConfirmed = false } = {}) => {
      const { data: now, send: sendNow, toast: toaster, t: translate } = latest.current
      if (busyStore.getState().busy !== null) return void toaster.warn(translate('payment_in_progress'))
      const price = now.prices?.find(({ name }) => productOf(name) === product)
      if (!price || !now.membership) return
      const question = isConfirmed ? null : questionBefore(product, now)
      if (question === 'pending') return void toaster.warn(translate('membership_in_progress'))
      if (question === 'switchInApp') return openDialog('purchaseNotice', { kind: question })
      if (question !== null && isPlanProduct(product)) return openDialog('purchaseQuestion', { kind: question, product, isTrial })
      const own = now.subscription?.subscription
      const keeps = Boolean(now.subscription?.subscription_schedule)
      void sendNow({ price, product, isTrial, keeps, from: own ? planProduct(own) : null })
    }
    const openPortal = async () => {
      try {
        openPage((await billingClient.portal({})).data.url)
      } catch (error) {
        latest.current.fail(latest.current.t('portal_failed'), error)
      }
    }
    return { busy, buy, openPortal: hasCustomer ? () => void openPortal() : undefined }
  }, [busy, hasCustomer])
}

/** What has to be said or asked before a purchase (A§4). */
export type PurchaseQuestion = 'higherPlan' | 'downgrade'

function questionBefore(
  product: ProductId,
  { subscription, membership }: Data,
): PurchaseQuestion | 'switchInApp' | 'pending' | null {
  if (!isPlanProduct(product) || !membership) return null
  if (membership.autorenew === 'ios' || membership.autorenew === 'android') return 'switchInApp'
  const own = subscription?.subscription ?? null
  if (own?.open_invoice_url) return 'pending'
  // A user with a higher plan of a code would pay for nothing.
  if (!own) return compareTiers(membership.membership_type, splitPlan(product).plan) > 0 ? 'higherPlan' : null
  return comparePlanProducts(product, planProduct(own)) < 0 ? 'downgrade' : null
}

/** `keeps` chooses the running plan again, which another one was to follow; `from` is the running plan. */
type Sent = { price: Price; product: ProductId; isTrial: boolean; keeps: boolean; from: PlanProduct | null }

/** Returns the function that asks the server for a purchase, and does what it answers. */
function useSend(): (sent: Sent) => Promise<void> {
  const t = useTranslations('billing-global')
  const toast = useToast()
  const fail = useFailureToast()
  const reloadBilling = useReloadBilling()
  const finish = async ({ status, data }: Session, { price, product, isTrial, keeps, from }: Sent) => {
    const { checkout_session: checkout, preview_invoice: preview } = data
    if (status === SESSION_STATUS.subscribed && keeps) {
      await reloadBilling()
      toast.show(t('plan_kept'))
    } else if (status === SESSION_STATUS.subscribed) openDialog('purchaseNotice', { kind: 'duplicate' })
    else if (status === SESSION_STATUS.downgrade) reloadWithNotice(BUY_FLAGS.downgrade)
    else if (status === SESSION_STATUS.currency && data.old_price_currency !== null)
      openDialog('purchaseNotice', { kind: 'currency', currency: data.old_price_currency })
    else if (preview && isPlanProduct(product))
      openDialog('upgradeConfirm', { product, priceId: price.price_id, from, preview, expiresAt: currentTime() + QUOTE_TIME })
    else if (checkout) {
      storeOrder({ sessionId: checkout.id, flag: flagOf(product, isTrial) })
      openPage(checkout.url)
    }
  }
  return async (sent) => {
    busyStore.setState({ busy: sent.product })
    const stopWaiting = after(BUSY_TIME, () => busyStore.setState({ busy: null }))
    try {
      const session = await billingClient.checkSessions({
        headers: {},
        body: {
          line_items: [{ price: sent.price.price_id, quantity: 1 }],
          success_url: `${location.pathname}?buyflag=${flagOf(sent.product, sent.isTrial)}`,
          cancel_url: location.pathname,
          free_trial_days: sent.isTrial ? TRIAL_DAYS : 0,
        },
      })
      await finish(session, sent)
      if (!session.data.checkout_session) endWaiting(stopWaiting)
    } catch (error) {
      endWaiting(stopWaiting)
      if (isRefused(error, billingClient.checkSessions, 'paymentPending')) toast.warn(t('membership_in_progress'))
      else if (isRefused(error, billingClient.checkSessions, 'phoneStore')) openDialog('purchaseNotice', { kind: 'switchInApp' })
      else if (isRefused(error, billingClient.checkSessions, 'endsAlready')) openDialog('purchaseNotice', { kind: 'endsAlready' })
      else if (isRefused(error, billingClient.checkSessions, 'trialUsed')) toast.error(t('trial_used'))
      else fail(t('purchase_failed'), error)
    }
  }
}

function endWaiting(stopWaiting: () => void): void {
  stopWaiting()
  busyStore.setState({ busy: null })
}

const flagOf = (product: ProductId, isTrial: boolean): number =>
  !isPlanProduct(product) ? BUY_FLAGS.other : isTrial ? BUY_FLAGS.freeTrialPro : BUY_FLAGS.subscribe
