import { systemClock } from '#platform/clock/clock.ts'
import { payPage, poll } from './pay.ts'
import { saveCard } from './purchases.ts'
import { transcribe } from '../transcribe.ts'
import { openPage, query } from '../shop.ts'
import { control, openPortal, readPlan, type Shopper } from './shopper.ts'

/** Events between two purchases, by weight. */
const EVENTS = {
  nothing: 10,
  renewal: 14,
  cancel: 2,
  resume: 3,
  refund: 3,
  dispute: 3,
  decision: 4,
  transcription: 6,
  card: 2,
  lateReturn: 4,
} as const

/** Triggers one of the events that happen between purchases. */
export async function somethingHappens(shopper: Shopper): Promise<void> {
  const { random, shop } = shopper
  const event = random.weighted(EVENTS)
  const isDone = await HANDLERS[event](shopper)
  if (isDone) shop.journal.count(`events: ${event}`)
}

const HANDLERS: Record<keyof typeof EVENTS, (shopper: Shopper) => Promise<boolean>> = {
  nothing: async () => false,
  renewal: renew,
  cancel: (shopper) => endOrResume(shopper, 'cancel'),
  resume: (shopper) => endOrResume(shopper, 'resume'),
  refund: payBack,
  dispute: openDispute,
  decision: decideDispute,
  transcription: transcribe,
  card: async (shopper) => {
    await saveCard(shopper, shopper.random.pick(['good', 'needs3ds', 'failsLater']))
    return true
  },
  lateReturn: async (shopper) => {
    const checkoutId = shopper.unreturned.shift()
    if (checkoutId !== undefined) await poll(shopper, checkoutId, 1)
    return checkoutId !== undefined
  },
}

/** Advances the clock of the customer to the next payment. A failed payment is made later in one of several ways, or never. */
async function renew(shopper: Shopper): Promise<boolean> {
  const { random, shop } = shopper
  if ((await readPlan(shopper)).subscription === null) return false
  if (random.chance(0.2)) await saveCard(shopper, random.pick(['failsLater', 'needs3ds']))
  if (!(await control(shopper, { action: 'advance', to: random.pick(['renewal', 'renewal', 'trialEnd']) }))) return false
  if (random.chance(0.3)) return true
  const { subscription } = await readPlan(shopper)
  if (subscription?.status !== 'past_due') return true
  const what = random.weighted({ pays: 4, newCard: 4, gaveUp: 3 })
  shop.journal.count(`renewals that failed: ${what}`)
  if (what === 'pays') await payPage(shopper, subscription.open_invoice_url ?? '/sandbox/invoice/none')
  if (what === 'newCard') await saveCard(shopper, 'good')
  const days = { pays: 0, newCard: random.below(3), gaveUp: 8 }[what]
  for (let day = 0; day < days; day++) await control(shopper, { action: 'advance', to: 'day' })
  return true
}

async function endOrResume(shopper: Shopper, action: 'cancel' | 'resume'): Promise<boolean> {
  const { subscription } = await readPlan(shopper)
  if (!subscription || subscription.cancel_at_period_end !== (action === 'resume')) return false
  await openPage(shopper, await openPortal(shopper), { action, subscription: subscription.id })
  return true
}

type Payment = { payment_id: string; dispute: string; refunded: number }

/** Returns the payments of the customer, newest first. */
const listPayments = (shopper: Shopper): Promise<Payment[]> =>
  query<Payment>(
    shopper.shop,
    `select payment_id, dispute, refunded from sandbox_payment join billing_customer using (customer_id)
     where user_id = $1 order by sandbox_payment.created_at desc, payment_id desc`,
    [shopper.user.id],
  )

/** The operator refunds one payment, often the newest. */
async function payBack(shopper: Shopper): Promise<boolean> {
  const payments = (await listPayments(shopper)).filter(({ refunded, dispute }) => refunded === 0 && /none|won/.test(dispute))
  if (payments.length === 0) return false
  const { payment_id: payment } = shopper.random.chance(0.5) ? payments[0]! : shopper.random.pick(payments)
  const clicks = shopper.random.chance(0.3) ? 2 : 1
  const refund = () => control(shopper, { action: 'refund', payment })
  const isWatched = shopper.lastPaid !== null && shopper.random.chance(0.4)
  const [isDone] = await Promise.all([...Array.from({ length: clicks }, refund), isWatched && keepAsking(shopper)])
  return isDone === true
}

/** A page that polls while something else happens. */
async function keepAsking(shopper: Shopper): Promise<void> {
  for (let n = 0; n < 6; n++) await Promise.all([poll(shopper, shopper.lastPaid!, 3), systemClock.wait(200)])
}

async function openDispute(shopper: Shopper): Promise<boolean> {
  const payments = (await listPayments(shopper)).filter(({ dispute }) => dispute === 'none')
  if (payments.length === 0) return false
  const { payment_id: payment } = shopper.random.chance(0.5) ? payments[0]! : shopper.random.pick(payments)
  if (!(await control(shopper, { action: 'dispute', payment, outcome: 'open' }))) return false
  shopper.disputes.add(payment)
  // Some are decided at once, so that both notifications are in flight together.
  if (shopper.random.chance(0.3)) await decideDispute(shopper)
  return true
}

async function decideDispute(shopper: Shopper): Promise<boolean> {
  const [payment] = shopper.disputes
  if (payment === undefined) return false
  shopper.disputes.delete(payment)
  const outcome = shopper.random.pick(['won', 'lost'])
  shopper.shop.journal.count(`disputes: ${outcome}`)
  const isDone = await control(shopper, { action: 'dispute', payment, outcome })
  // Money from a won dispute can still be refunded.
  if (isDone && outcome === 'won' && shopper.random.chance(0.4)) await control(shopper, { action: 'refund', payment })
  return isDone
}
