import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { minutes } from '#shared/units.ts'
import { useFreeTrial } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { BUY_FLAGS } from '../rules.ts'
import { billingClient } from './billingClient.ts'
import { type Order, readOrder, removeOrder } from './order.ts'
import { useReloadBilling } from './useReloadBilling.ts'

/** A payment that is not confirmed is asked for again after this time (A§9). */
const POLL_EVERY = minutes(1)

const PENDING_TOAST = 'payment-pending'

/** The payment that is followed, and whether a free trial was left on the page for paying. */
type Returned = { readonly order: Order | null; readonly hasLeftTrial: boolean }

/** Follows a payment when the browser returns from the page of the provider, or comes back later (A§4). */
export function useReturnFromPayment(): void {
  const returned = useReturned()
  useFollowedPayment(returned)
  useAbandonedTrial(returned)
  useReturnAddress(returned)
}

type ReturnedStore = ReturnType<typeof createReturned>
const createReturned = () => createStore<Returned>(() => ({ order: readOrder(), hasLeftTrial: false }))

/** One for the page, which reads the stored purchase when it is first used. */
let returnedStore: ReturnedStore | undefined
const useReturned = (): ReturnedStore => (returnedStore ??= createReturned())

function end(returned: ReturnedStore): void {
  removeOrder()
  returned.setState({ order: null })
}

/** Asks at once, and then every minute, whether the purchase is paid, and says so (A§9). */
function useFollowedPayment(returned: ReturnedStore): void {
  const t = useTranslations('billing-global')
  const toast = useToast()
  const finish = useFinish()
  const { order } = useStore(returned)
  const check = async ({ sessionId, flag }: Order) => {
    const { data } = await billingClient.checkoutSession({ params: { id: sessionId } }, { quiet: true })
    if (data.status === 'open') return
    if (data.status === 'complete' && data.payment_status === 'unpaid')
      return void toast.show(t('payment_pending'), { id: PENDING_TOAST, ms: 0 })
    toast.close(PENDING_TOAST)
    end(returned)
    if (data.is_trial_refused) openDialog('purchaseNotice', { kind: 'trialRefused' })
    else if (data.payment_status === 'paid') await finish(flag)
  }
  // A purchase of another account is not followed; a server that does not answer is asked again.
  const tryCheck = useEffectEvent((current: Order) => void check(current).catch(() => undefined))
  useEffect(() => {
    if (order) tryCheck(order)
  }, [order])
  useInterval(() => order && void check(order).catch(() => undefined), order ? POLL_EVERY : null)
}

/** Returns a function that reads again what was bought, and shows the notice of its buy flag. */
function useFinish(): (flag: number) => Promise<void> {
  const reload = useReloadBilling()
  return async (flag) => {
    await reload()
    openDialog('purchaseNotice', { kind: 'done', flag })
  }
}

/** Takes what the address says of a payment, and removes it from the address. */
function useReturnAddress(returned: ReturnedStore): void {
  const navigate = useNavigate()
  const finish = useFinish()
  const href = useRouterState({ select: ({ location }) => location.href })
  const take = useEffectEvent((address: string) => {
    const url = new URL(address, location.origin)
    const [flag, sessionId, checkout] = ['buyflag', 'session_id', 'checkout'].map((name) => url.searchParams.get(name))
    if (flag === null || flag === undefined) return
    for (const name of ['buyflag', 'session_id', 'checkout']) url.searchParams.delete(name)
    void navigate({ href: url.pathname + url.search + url.hash, replace: true })
    if (sessionId) returned.setState({ order: { sessionId, flag: Number(flag) } })
    else if (checkout === 'canceled') {
      end(returned)
      returned.setState({ hasLeftTrial: [BUY_FLAGS.freeTrial, BUY_FLAGS.freeTrialPro].some((trial) => trial === Number(flag)) })
    } else void finish(Number(flag))
  })
  useEffect(() => take(href), [href])
}

/** The id under which the offer after an abandoned trial is stored as seen. */
const ABANDONED_TRIAL = 'abandoned_trial'

/** Offers the trial once more to a user who left the page for paying: once per user (A§4). */
function useAbandonedTrial(returned: ReturnedStore): void {
  const trial = useFreeTrial()
  const hasLeftTrial = useStore(returned, (state) => state.hasLeftTrial)
  const { isDue, markSeen } = useShowOnce(STORAGE_KEYS.offers, ABANDONED_TRIAL)
  const offer = useEffectEvent((days: number) => {
    returned.setState({ hasLeftTrial: false })
    if (!isDue) return
    markSeen()
    openDialog('freeTrial', { days, isAbandoned: true })
  })
  useEffect(() => {
    if (hasLeftTrial && trial?.can_claim) offer(trial.available_days)
  }, [hasLeftTrial, trial])
}
