import { PACK_MINUTES, type PackKey } from '#features/membership/rules.ts'
import { comparePlans, isPlanKey, type PlanKey, PLANS, type ProductKey } from '#features/billing-global/rules.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { comeBack, payPage } from './pay.ts'
import { newCardNumber } from '../random.ts'
import { callApi, NORMAL, openPage, type Outcome } from '../shop.ts'
import { control, openPortal, type Plan, planKey, readPlan, setArrival, type Shopper } from './shopper.ts'

const PLAN_KEYS = Object.keys(PLANS) as PlanKey[]
const PACK_KEYS = Object.keys(PACK_MINUTES) as PackKey[]
export const REGIONS = ['US', 'EU', 'UK', 'JP', 'HK', 'TW'] as const

type Session = Awaited<ReturnType<Shopper['user']['billing']['checkSessions']>>
type Choice = { readonly key: ProductKey; readonly trial?: boolean; readonly region?: string }

/** One purchase of a user, which depends on the running plan. */
export async function buySomething(shopper: Shopper): Promise<void> {
  const { random } = shopper
  const plan = await readPlan(shopper)
  const running = planKey(plan)
  if (plan.subscription?.cancel_at_period_end && random.chance(0.6)) await resume(shopper, plan.subscription.id)
  if (!isPlanKey(running)) {
    const what = random.weighted({ plan: 9, pack: 4, trial: 5, twoTabs: 4 })
    if (what === 'twoTabs') return await buyInTwoTabs(shopper)
    if (what === 'pack') return await buyOnPage(shopper, { key: random.pick(PACK_KEYS) })
    if (what === 'trial') return await buyOnPage(shopper, { key: random.pick(['600-month', '600-year']), trial: true })
    return await buyOnPage(shopper, { key: random.pick(PLAN_KEYS) })
  }
  const higher = PLAN_KEYS.filter((key) => comparePlans(key, running) > 0)
  const lower = PLAN_KEYS.filter((key) => comparePlans(key, running) < 0)
  const what = random.weighted({
    pack: 6,
    upgrade: higher.length > 0 ? 9 : 0,
    downgrade: lower.length > 0 ? 5 : 0,
    same: 1,
    otherCurrency: 1,
    trial: 1,
  })
  if (what === 'pack') return await buyOnPage(shopper, { key: random.pick(PACK_KEYS) })
  if (what === 'upgrade') return await upgrade(shopper, plan, higher)
  if (what === 'downgrade') return await downgrade(shopper, running, random.pick(lower))
  const region = what === 'otherCurrency' ? random.pick(REGIONS.filter((each) => each !== shopper.region)) : shopper.region
  await choose(shopper, { key: what === 'same' ? running : random.pick(PLAN_KEYS), trial: what === 'trial', region })
}

const resume = async (shopper: Shopper, subscription: string): Promise<void> =>
  void (await openPage(shopper, await openPortal(shopper), { action: 'resume', subscription }))

/** Chooses a product like the page does, several times at once for a double click. */
async function choose(shopper: Shopper, { key, trial = false, region }: Choice, clicks = 1): Promise<Outcome<Session>[]> {
  const price = await findPrice(shopper, key, region ?? shopper.region)
  const back = `${shopper.shop.url}/member/purchase`
  const body = {
    line_items: [{ price, quantity: 1 as const }],
    success_url: `${back}?buyflag=1`,
    cancel_url: back,
    free_trial_days: trial ? (7 as const) : (0 as const),
  }
  if (clicks > 1) shopper.shop.journal.count('double clicks on Buy')
  const click = () => callApi(shopper, 'buy', () => shopper.user.billing.checkSessions({ headers: {}, body }))
  const outcomes = await Promise.all(Array.from({ length: clicks }, click))
  for (const { reply } of outcomes) if (reply) shopper.shop.journal.count(`answers to Buy: ${reply.status}`)
  for (const { reply } of outcomes)
    if (reply?.data.checkout_session) shopper.shop.shownCheckouts.add(reply.data.checkout_session.id)
  return outcomes
}

async function findPrice(shopper: Shopper, key: string, region: string): Promise<string> {
  if (!shopper.prices.has(region)) {
    const { reply } = await callApi(shopper, 'prices', () => shopper.user.billing.prices({ query: { region } }))
    shopper.prices.set(region, reply?.data ?? [])
  }
  return shopper.prices.get(region)?.find(({ name }) => name === key)?.price_id ?? ''
}

const clicksOf = ({ random }: Shopper): number => (random.chance(0.3) ? 2 + random.below(2) : 1)

/** Buys a product that is paid on a page of the provider. */
async function buyOnPage(shopper: Shopper, choice: Choice): Promise<void> {
  const outcomes = await choose(shopper, choice, clicksOf(shopper))
  const sessions = outcomes.flatMap(({ reply }) => reply?.data.checkout_session ?? [])
  if (new Set(sessions.map(({ id }) => id)).size > 1)
    shopper.shop.journal.wrong('a double click has opened two pages', sessions.map(({ id }) => id).join(' '))
  const [session] = sessions
  if (!session) return
  await payAndComeBack(shopper, session, choice.trial === true ? trialCard(shopper) : undefined)
}

/** A card can be used for one trial only, so most trials use a new one. */
const trialCard = ({ random, shop }: Shopper): string | undefined =>
  ({ own: newCardNumber(random), shared: shop.sharedCard, any: undefined })[random.weighted({ own: 6, shared: 2, any: 2 })]

async function payAndComeBack(shopper: Shopper, { id, url }: { id: string; url: string }, card?: string): Promise<void> {
  const early = shopper.random.weighted({ no: 18, refund: 1, dispute: 1 })
  const isLost = early !== 'no' && shopper.random.chance(0.5) && (await setArrival(shopper, { ...NORMAL, isLost: true }))
  const isPaid = await payPage(shopper, url, card)
  if (isLost) await setArrival(shopper, NORMAL)
  if (!isPaid) return
  shopper.shop.journal.count('pages paid')
  if (early !== 'no') await takeBackNewest(shopper, early)
  await comeBack(shopper, id)
}

/** The refund may arrive before the browser returns, and sometimes before the notifications of the payment. */
async function takeBackNewest(shopper: Shopper, what: 'refund' | 'dispute'): Promise<void> {
  const portal = await openPortal(shopper)
  if (portal === '') return
  const { html } = await openPage(shopper, portal.replace('/portal/', '/control/'))
  const payment = /name="payment" value="([^"]+)"/.exec(html)?.[1]
  if (payment === undefined) return
  shopper.shop.journal.count(`money that goes back before the browser returns: ${what}`)
  await control(shopper, { action: what, payment, ...(what === 'dispute' && { outcome: 'open' }) })
}

/** Chooses two plans in two tabs at the same time, and pays on every page that opens. */
async function buyInTwoTabs(shopper: Shopper): Promise<void> {
  const [one, other] = [shopper.random.pick(PLAN_KEYS), shopper.random.pick(PLAN_KEYS)]
  shopper.shop.journal.count('purchases in two tabs')
  const tabs = await Promise.all([
    choose(shopper, { key: one }),
    choose(shopper, { key: other, trial: shopper.random.chance(0.3) }),
  ])
  const sessions = tabs.flat().flatMap(({ reply }) => reply?.data.checkout_session ?? [])
  const isAtOnce = shopper.random.chance(0.5)
  if (isAtOnce) await Promise.all(sessions.map((session) => payAndComeBack(shopper, session)))
  else for (const session of sessions) await payAndComeBack(shopper, session)
}

/** Requests the price of an upgrade and confirms it, often more than once. */
async function upgrade(shopper: Shopper, plan: Plan, higher: readonly PlanKey[]): Promise<void> {
  const { random, shop } = shopper
  const key = random.pick(higher)
  // The plan may have changed since it was read; the response counts.
  const answers = await choose(shopper, { key }, clicksOf(shopper))
  const reply = answers.find((answer) => answer.reply)?.reply
  if (reply?.data.checkout_session) return await payAndComeBack(shopper, reply.data.checkout_session)
  if (reply?.status !== -3 || !reply.data.preview_invoice) return
  const other = random.chance(0.15) ? random.pick(higher) : key
  if (other !== key) await choose(shopper, { key: other })
  const between = random.weighted({ nothing: 18, renewal: 3, secureCard: 4, weakCard: 1, cancel: 1, day: 2 })
  await doBefore(shopper, between, plan)
  if (random.chance(0.1)) return
  shop.journal.count('upgrades confirmed')
  await confirm(shopper, reply.data.preview_invoice.subscription_id, await findPrice(shopper, key, shopper.region))
  if (other !== key && random.chance(0.5))
    await confirm(shopper, reply.data.preview_invoice.subscription_id, await findPrice(shopper, other, shopper.region))
}

/** Events between the price of an upgrade and its confirmation. */
async function doBefore(shopper: Shopper, what: string, { subscription }: Plan): Promise<void> {
  if (what !== 'nothing') shopper.shop.journal.count(`between price and confirmation: ${what}`)
  if (what === 'renewal' || what === 'day') await control(shopper, { action: 'advance', to: what })
  if (what === 'secureCard' || what === 'weakCard') await saveCard(shopper, what === 'secureCard' ? 'needs3ds' : 'failsLater')
  if (what === 'cancel' && subscription)
    await openPage(shopper, await openPortal(shopper), { action: 'cancel', subscription: subscription.id })
}

/** Saves one of the test cards on the page of the provider. */
export async function saveCard(shopper: Shopper, kind: 'good' | 'needs3ds' | 'failsLater'): Promise<void> {
  const portal = await openPortal(shopper)
  if (portal !== '') await openPage(shopper, portal, { action: 'card', card: testCard(kind).number })
}

/** Confirms an upgrade, often several times at once and once more later: all responses must refer to the same invoice. */
async function confirm(shopper: Shopper, subscriptionId: string, price: string): Promise<void> {
  const { random, shop } = shopper
  const call = () =>
    callApi(shopper, 'confirm', () => shopper.user.billing.upgrade({ params: { id: subscriptionId }, body: { price } }))
  const clicks = random.weighted({ one: 5, two: 4, five: 2 })
  const parallel = { one: 1, two: 2, five: 5 }[clicks]
  const outcomes = await Promise.all(Array.from({ length: parallel }, call))
  if (random.chance(0.2)) outcomes.push(await call())
  if (outcomes.length > 1) shop.journal.count('double confirmations')
  const invoices = new Set(outcomes.flatMap(({ reply }) => reply?.data.invoice_id ?? []))
  const refusals = outcomes.flatMap(({ refusal }) => refusal ?? [])
  if (invoices.size > 1) shop.journal.wrong('a double confirmation has charged twice', [...invoices].join(' '))
  if (invoices.size === 1 && refusals.length > 0)
    shop.journal.wrong(
      'a double confirmation is refused although the upgrade was made',
      `${subscriptionId}: ${refusals.join(', ')}`,
    )
  const hosted = outcomes.find(({ reply }) => reply?.data.hosted_invoice_url)?.reply
  if (!hosted?.data.hosted_invoice_url) return
  shop.journal.count('upgrades that wait for their payment')
  await payPage(shopper, hosted.data.hosted_invoice_url)
  await callApi(shopper, 'invoice', () => shopper.user.billing.invoice({ params: { id: hosted.data.invoice_id } }))
}

/** Chooses a lower plan, and often cancels the change. */
async function downgrade(shopper: Shopper, running: PlanKey, key: PlanKey): Promise<void> {
  const [outcome] = await choose(shopper, { key }, clicksOf(shopper))
  if (outcome?.reply?.data.checkout_session) return await payAndComeBack(shopper, outcome.reply.data.checkout_session)
  if (outcome?.reply?.status !== -4 || !shopper.random.chance(0.35)) return
  shopper.shop.journal.count('downgrades undone')
  await choose(shopper, { key: running })
}
