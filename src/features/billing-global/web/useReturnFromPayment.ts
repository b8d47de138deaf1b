import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isNotFound } from '#shared/client.ts'
import { minutes } from '#shared/units.ts'
import { useFreeTrial, useMembershipOffers } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { BUY_FLAGS } from '../rules.ts'
import { billingClient } from './billingClient.ts'
import { type Order, readOrder, removeOrder } from './order.ts'
import { takeReloadFlag } from './reloadFlag.ts'
import { useReloadBilling } from './useReloadBilling.ts'

/** A payment that is not confirmed is asked for again after this time (A§9). */
const POLL_EVERY = minutes(1)

const PENDING_TOAST = 'payment-pending'

/** The payment that is followed, whether the page for paying led back here, and whether a free trial was left there. */
type Returned = { readonly order: Order | null; readonly isBack: boolean; readonly hasLeftTrial: boolean }

/** Follows a payment when the browser returns from the page of the provider, or comes back later (A§4). */
export function useReturnFromPayment(): void {
  const returned = useReturned()
  useFollowedPayment(returned)
  useAbandonedTrial(returned)
  useReturnAddress(returned)
}

type ReturnedStore = ReturnType<typeof createReturned>
const createReturned = () => createStore<Returned>(() => ({ order: readOrder(), isBack: false, hasLeftTrial: false }))

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
  const { order, isBack } = useStore(returned)
  const check = async ({ sessionId, flag }: Order) => {
    const data = await readSession(sessionId)
    // Another purchase is followed by now, or another answer has come before.
    if (returned.getState().order?.sessionId !== sessionId) return
    if (data === 'unknown') return returned.setState({ order: null })
    const isUnpaid = data !== null && data.status === 'complete' && data.payment_status === 'unpaid'
    // A page for paying that was only opened can be left open.
    const isUnsettled = data === null || data.status === 'open'
    if (isUnpaid || (isUnsettled && isBack)) toast.show(t('payment_pending'), { id: PENDING_TOAST, ms: 0 })
    if (isUnpaid || isUnsettled) return
    toast.close(PENDING_TOAST)
    end(returned)
    if (data.is_trial_refused) openDialog('purchaseNotice', { kind: 'trialRefused' })
    else if (data.payment_status === 'paid') await finish(flag)
  }
  const startCheck = useEffectEvent((current: Order) => void check(current))
  useEffect(() => {
    if (order) startCheck(order)
  }, [order])
  useInterval(() => order && void check(order), order ? POLL_EVERY : null)
}

/** Returns the state of a purchase; `unknown` for one of another account, null when the server does not answer. */
async function readSession(id: string) {
  try {
    return (await billingClient.checkoutSession({ params: { id } }, { quiet: true })).data
  } catch (error) {
    return isNotFound(error) ? ('unknown' as const) : null
  }
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
  const { buyflag, session_id: sessionId, checkout } = useSearch({ from: '/main' })
  const take = useEffectEvent((flag: string) => {
    const removed = { buyflag: undefined, session_id: undefined, checkout: undefined }
    void navigate({ to: '.', search: (search) => ({ ...search, ...removed }), hash: true, replace: true })
    if (sessionId) returned.setState({ order: { sessionId, flag: Number(flag) }, isBack: true })
    else if (checkout === 'canceled') {
      end(returned)
      returned.setState({ hasLeftTrial: [BUY_FLAGS.freeTrial, BUY_FLAGS.freeTrialPro].some((trial) => trial === Number(flag)) })
    } else if (takeReloadFlag() === Number(flag)) void finish(Number(flag))
  })
  useEffect(() => {
    if (buyflag !== undefined) take(buyflag)
  }, [buyflag, sessionId, checkout])
}

/** The id under which the offer after an abandoned trial is stored as seen. */
const ABANDONED_TRIAL = 'abandoned_trial'

/** Offers the trial once more to a user who left the page for paying: once per user (A§4). */
function useAbandonedTrial(returned: ReturnedStore): void {
  const trial = useFreeTrial()
  // Before, it is not known whether there is a subscription.
  const hasOffers = useMembershipOffers() !== undefined
  const hasLeftTrial = useStore(returned, (state) => state.hasLeftTrial)
  const { isDue, markSeen } = useShowOnce(STORAGE_KEYS.offers, ABANDONED_TRIAL)
  const offer = useEffectEvent((days: number) => {
    returned.setState({ hasLeftTrial: false })
    if (!isDue) return
    markSeen()
    openDialog('freeTrial', { days, isAbandoned: true })
  })
  useEffect(() => {
    if (hasLeftTrial && hasOffers && trial?.can_claim) offer(trial.available_days)
  }, [hasLeftTrial, hasOffers, trial])
}
