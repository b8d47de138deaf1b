import { TEST_CARDS, testCard } from '#platform/payments/sandbox/cards.ts'
import { newCardNumber } from '../random.ts'
import { callApi, openPage, query } from '../shop.ts'
import type { Shopper } from './shopper.ts'

/** Ways in which a page is paid, or not. */
const PAYING = {
  good: 10,
  declinedFirst: 3,
  secure: 3,
  secureRefused: 2,
  failsLater: 1,
  closed: 1,
  leftOpen: 2,
} as const
type Paying = keyof typeof PAYING

/** Pays a checkout or invoice page, with everything that can go wrong on it. Returns whether it is paid. */
export async function payPage(shopper: Shopper, address: string, card?: string): Promise<boolean> {
  const { random } = shopper
  const { journal } = shopper.shop
  const how: Paying = card === undefined ? random.weighted(PAYING) : 'good'
  const good = card ?? newCardNumber(random)
  await openPage(shopper, address)
  journal.count(`pages: ${how}`)
  if (how === 'closed') await openPage(shopper, address, { action: 'close' })
  if (how === 'closed' || how === 'leftOpen') return false
  if (how === 'declinedFirst') await sendCard(shopper, address, testCard('declined').number)
  if (how === 'secureRefused') await sendSecure(shopper, address, 'fail')
  if (how === 'secure') return await sendSecure(shopper, address, 'pass')
  const number = how === 'failsLater' ? testCard('failsLater').number : good
  if (!random.chance(0.25)) return await sendCard(shopper, address, number)
  journal.count('double clicks on Pay')
  const paid = await Promise.all([sendCard(shopper, address, number), sendCard(shopper, address, number)])
  return paid.includes(true)
}

async function sendCard(shopper: Shopper, address: string, number: string): Promise<boolean> {
  const listed = TEST_CARDS.some((card) => card.number === number)
  const form: Record<string, string> = listed ? { card: number } : { card: 'other', number }
  return isPaid(await openPage(shopper, address, { action: 'pay', ...form }))
}

async function sendSecure(shopper: Shopper, address: string, outcome: 'pass' | 'fail'): Promise<boolean> {
  const card = testCard('needs3ds').number
  const { location } = await openPage(shopper, address, { action: 'pay', card })
  if (!location.includes('/secure?')) return isPaid({ location })
  await openPage(shopper, location)
  return isPaid(await openPage(shopper, location.replace(/\?.*/, ''), { card, outcome })) && outcome === 'pass'
}

/** A paid checkout redirects to the app, and a paid invoice to itself. */
const isPaid = ({ location }: { location: string }): boolean =>
  location.includes('session_id=') || /\/sandbox\/invoice\/[^/?]+$/.test(location)

/** How the browser returns from a page that was paid. */
const RETURNS = { once: 8, tenAtOnce: 3, late: 3, never: 4 } as const

/** Returns from the paid page, or does not. Everything that the server reports as paid must have been delivered. */
export async function comeBack(shopper: Shopper, checkoutId: string): Promise<void> {
  const how = shopper.random.weighted(RETURNS)
  shopper.lastPaid = checkoutId
  shopper.shop.journal.count(`browsers: ${how}`)
  if (how === 'late') shopper.unreturned.push(checkoutId)
  else if (how !== 'never') await poll(shopper, checkoutId, how === 'once' ? 1 : 10)
}

/** Asks whether a checkout is paid, several times at once. */
export async function poll(shopper: Shopper, checkoutId: string, times: number): Promise<void> {
  const ask = () => callApi(shopper, 'checkout', () => shopper.user.billing.checkoutSession({ params: { id: checkoutId } }))
  const replies = await Promise.all(Array.from({ length: times }, ask))
  if (replies.some(({ reply }) => reply?.data.payment_status === 'paid')) await checkGiven(shopper, checkoutId)
}

/** Users do not wait for notifications: when the server reports a purchase as paid, it must have been delivered. */
async function checkGiven({ shop }: Shopper, checkoutId: string): Promise<void> {
  const [row] = await query<{ is_given: boolean }>(
    shop,
    `select exists (select 1 from minute_grant where source = 'checkout' and source_ref = 'cs:' || checkout_id)
       or exists (select 1 from billing_subscription subscription where subscription.subscription_id = checkout.subscription_id
         and (is_duplicate or is_trial_refused or exists (
           select 1 from membership where source_ref like subscription.subscription_id || ':%'
         ))) as is_given
     from billing_checkout checkout where checkout_id = $1`,
    [checkoutId],
  )
  if (row?.is_given !== true) shop.journal.wrong('paid to the browser, but nothing is given', checkoutId)
}
