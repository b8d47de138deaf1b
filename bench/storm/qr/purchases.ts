import { PACK_MINUTES, type PackKey } from '#features/membership/rules.ts'
import { PAY_PLATFORMS } from '#platform/payments/qr/qrPayments.ts'
import { type PlanKey, PLANS, priceOf, type ProductKey, skuId } from '#features/billing-china/rules.ts'
import { callApi } from '../shop.ts'
import { comeBack, waitForPlan } from './comeBack.ts'
import { type Code, type QrShopper, readPricing, actOnPhone } from './shopper.ts'

const PLAN_KEYS = Object.keys(PLANS) as PlanKey[]
const PACK_KEYS = Object.keys(PACK_MINUTES) as PackKey[]

/** One purchase of a user. */
export async function buySomething(shopper: QrShopper): Promise<void> {
  const { random } = shopper
  const what = random.weighted({ pack: 9, plan: 8, twoPacks: 2, twoPlans: 2, packAndPlan: 2 })
  if (what === 'pack') return await buyPack(shopper, random.pick(PACK_KEYS))
  if (what === 'plan') return await buyPlan(shopper)
  shopper.shop.journal.count('purchases in two tabs')
  const [pack, plan] = [random.pick(PACK_KEYS), random.pick(PLAN_KEYS)]
  const tabs = {
    twoPacks: [askForPack(shopper, pack), askForPack(shopper, random.pick([pack, random.pick(PACK_KEYS)]))],
    twoPlans: [askForPlan(shopper, plan), askForPlan(shopper, random.pick(PLAN_KEYS))],
    packAndPlan: [askForPack(shopper, pack), askForPlan(shopper, plan)],
  }[what]
  const codes = (await Promise.all(tabs)).flat()
  const isAtOnce = random.chance(0.5)
  if (isAtOnce) await Promise.all(codes.map((code) => scan(shopper, code)))
  else for (const code of codes) await scan(shopper, code)
}

const bodyOf = ({ random }: QrShopper, key: ProductKey) =>
  ({
    product_id: key,
    sku_id: skuId(key),
    amount: priceOf(key),
    pay_platform: random.pick(PAY_PLATFORMS),
    pay_method: 'qrcode',
    expire_seconds: 60,
  }) as const

/** Requests the QR code of a pack. Returns it if there is one. */
async function askForPack(shopper: QrShopper, key: PackKey): Promise<Code[]> {
  const body = bodyOf(shopper, key)
  const { reply } = await callApi(shopper, 'buy', () => shopper.user.billingChina.checkout({ body }))
  if (!reply) return []
  const { order_id: id, status, qrcode } = reply.data
  shopper.shop.journal.count(`codes of packs: ${status}`)
  if (status === 'paid') await comeBack(shopper, id)
  return status === 'pending' && qrcode !== '' ? [{ kind: 'order', id }] : []
}

async function askForPlan(shopper: QrShopper, key: PlanKey): Promise<Code[]> {
  const body = bodyOf(shopper, key)
  const { reply } = await callApi(shopper, 'subscribe', () => shopper.user.billingChina.subscribe({ body }))
  if (!reply) return []
  const { sub_id: id, status, sub_url, change_type } = reply.data
  shopper.shop.journal.count(`codes of plans: ${status} ${change_type}`)
  return status === 'pending' && sub_url !== '' ? [{ kind: 'agreement', id }] : []
}

const clicksOf = ({ random }: QrShopper): number => (random.chance(0.3) ? 2 + random.below(2) : 1)

async function click(shopper: QrShopper, ask: () => Promise<Code[]>): Promise<Code[]> {
  const clicks = clicksOf(shopper)
  if (clicks > 1) shopper.shop.journal.count('double clicks on Buy')
  return (await Promise.all(Array.from({ length: clicks }, ask))).flat()
}

/** Ways in which a QR code is used, or not. */
const USES = { scanned: 10, leftOpen: 3, refreshed: 3, scannedWhileRefreshed: 3 } as const

async function buyPack(shopper: QrShopper, key: PackKey): Promise<void> {
  const ask = () => askForPack(shopper, key)
  await scanOrLeave(shopper, await click(shopper, ask), ask)
}

async function buyPlan(shopper: QrShopper): Promise<void> {
  const { random } = shopper
  const { current } = await readPricing(shopper)
  const others = PLAN_KEYS.filter((key) => key !== current?.uniq_name)
  const key = current && random.chance(0.15) ? (current.uniq_name as PlanKey) : random.pick(others)
  const ask = () => askForPlan(shopper, key)
  const codes = await click(shopper, ask)
  if (random.chance(0.12)) for (const code of codes) await actOnPhone(shopper, code, 'decline')
  await scanOrLeave(shopper, codes, ask)
}

async function scanOrLeave(shopper: QrShopper, codes: readonly Code[], ask: () => Promise<Code[]>): Promise<void> {
  if (codes.length === 0) return
  const use = shopper.random.weighted(USES)
  shopper.shop.journal.count(`codes: ${use}`)
  if (use === 'leftOpen') return void shopper.unpaid.push(...codes)
  if (use === 'scanned') return await scanAll(shopper, codes)
  // A user who scans an old code pays the price shown next to it.
  const old = use === 'scannedWhileRefreshed' ? scanAll(shopper, codes) : Promise.resolve()
  const [refreshed] = await Promise.all([ask(), old])
  await scanAll(shopper, refreshed)
}

/** Scans the codes of several clicks. Only one of them should still be open. */
async function scanAll(shopper: QrShopper, codes: readonly Code[]): Promise<void> {
  for (const code of codes) await scan(shopper, code)
}

/** Pays or signs, often with a double tap, and returns to the page. */
export async function scan(shopper: QrShopper, code: Code): Promise<void> {
  const { random, shop } = shopper
  const action = code.kind === 'order' ? 'pay' : 'sign'
  const taps = random.chance(0.3) ? 2 : 1
  const outcomes = await Promise.all(Array.from({ length: taps }, () => actOnPhone(shopper, code, action)))
  shop.journal.count(`scans: ${outcomes.includes(true) ? 'done' : 'closed'}`)
  if (!outcomes.includes(true)) return
  if (code.kind === 'order') await comeBack(shopper, code.id)
  else await waitForPlan(shopper, code.id)
}
