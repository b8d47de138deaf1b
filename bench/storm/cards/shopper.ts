import { type Price } from '#features/billing-global/contract.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Arrival, type Buyer, callApi, openPage, type Shop } from '../shop.ts'

export type CardShop = Shop & {
  /** Checkouts whose page was shown to a user. */
  readonly shownCheckouts: Set<string>
  /** The number of a card shared by several users. */
  readonly sharedCard: string
}

export type Shopper = Buyer & {
  readonly shop: CardShop
  readonly region: string
  /** The prices by region, as last listed. */
  readonly prices: Map<string, readonly Price[]>
  /** The page on which customers change their card; empty before the first purchase. */
  portal: string
  /** Payments with an undecided dispute. */
  readonly disputes: Set<string>
  /** Paid checkouts whose browser has not returned yet. */
  readonly unreturned: string[]
  /** The last paid checkout. Requesting it reads its subscription again. */
  lastPaid: string | null
}

/** Returns the page for changing the card and cancelling the plan; empty for a user without purchases. */
export async function openPortal(shopper: Shopper): Promise<string> {
  if (shopper.portal !== '') return shopper.portal
  const { reply } = await callApi(shopper, 'portal', () => shopper.user.billing.portal({}))
  shopper.portal = reply ? new URL(reply.data.url).pathname : ''
  return shopper.portal
}

/** Sends a form of the test controls. Returns false when that is not possible now, or before the first purchase. */
export async function control(shopper: Shopper, form: Readonly<Record<string, string>>): Promise<boolean> {
  const portal = await openPortal(shopper)
  if (portal === '') return false
  const { status, location } = await openPage(shopper, portal.replace('/portal/', '/control/'), form)
  return status === 303 && !location.includes('problem=')
}

/** Changes how further notifications of this customer arrive. Returns false before the first purchase. */
export async function setArrival(shopper: Shopper, arrival: Arrival): Promise<boolean> {
  const { isTripled, isNewestFirst, isLost, delay } = arrival
  const isDone = await control(shopper, {
    action: 'switches',
    ...(isTripled && { duplicate: 'on' }),
    ...(isNewestFirst && { reorder: 'on' }),
    ...(isLost && { lose: 'on' }),
    delay: String(delay),
  })
  if (isDone) shopper.shop.switches.push({ userId: shopper.user.id, at: systemClock.now(), ...arrival })
  return isDone
}

/** Returns the running subscription as shown on the page. */
export async function readPlan(shopper: Shopper) {
  const { reply } = await callApi(shopper, 'subscription', () => shopper.user.billing.subscription({}))
  return reply?.data ?? { subscription: null, subscription_schedule: null }
}
export type Plan = Awaited<ReturnType<typeof readPlan>>

/** Returns the name under which the running plan is sold. */
export const planKey = ({ subscription }: Plan): string =>
  subscription === null
    ? ''
    : `${subscription.membership_type === 'pro' ? '600' : 'unlimited'}-${subscription.membership_flag === 'Yearly' ? 'year' : 'month'}`
