import { billingChina } from '#features/billing-china/server.ts'
import { checkLedger } from '../checks/checkLedger.ts'
import { type Buyer, randomArrival, type Shop } from '../shop.ts'
import type { Comparison, Storm, StormShopper } from '../storm.ts'
import { checkAgreements } from './checks/checkAgreements.ts'
import { checkOrders, checkPacks } from './checks/checkOrders.ts'
import { checkPeriods, checkShownTier } from './checks/checkPeriods.ts'
import { readQrBooks } from './checks/readQrBooks.ts'
import { askForOrder } from './comeBack.ts'
import { somethingHappens } from './events.ts'
import { buySomething } from './purchases.ts'
import { type QrShopper, setArrival } from './shopper.ts'

/** Purchases by QR code, in the build for China. */
export const qrStorm: Storm = {
  name: 'billing-china',
  settings: { REGION: 'cn' },
  feature: billingChina,
  fetchesLost: false,
  begin: (shop) => {
    const shoppers: QrShopper[] = []
    return {
      createShopper: (buyer: Buyer) => {
        const shopper: QrShopper = { ...buyer, unpaid: [], unasked: [] }
        shoppers.push(shopper)
        return behaviourOf(shopper)
      },
      check: () => compare(shop, shoppers),
    }
  },
}

const behaviourOf = (shopper: QrShopper): StormShopper => ({
  changeArrival: () => setArrival(shopper, randomArrival(shopper.random)),
  buy: () => buySomething(shopper),
  doSomethingElse: () => somethingHappens(shopper),
  finish: async () => {
    for (const id of shopper.unasked.splice(0)) if (shopper.random.chance(0.7)) await askForOrder(shopper, id, 1)
  },
})

async function compare(shop: Shop, shoppers: readonly QrShopper[]): Promise<Comparison> {
  const { wrong } = shop.journal
  const books = await readQrBooks(shop.pool)
  for (const shopper of shoppers) await checkShownTier(books, shopper)
  const sums = checkOrders(books, wrong)
  const { packs } = checkPacks(books, wrong)
  const { periods, memberships } = checkPeriods(books, wrong)
  checkAgreements(books, wrong)
  const ledger = checkLedger(books, wrong)
  const inState = (wanted: string) => books.ourAgreements.filter(({ state }) => state === wanted).length
  return {
    books,
    sums,
    counts: [
      ['paid periods', periods],
      ['memberships of payments', memberships],
      ['packs', packs],
      ['of them paid back', books.ourOrders.filter(({ sub_id, refunded }) => sub_id === null && refunded > 0).length],
      ['grants', ledger.grants],
      ['entries', ledger.entries],
      ['seconds used', ledger.used],
      ['orders', books.ourOrders.length],
      ['plans', books.ourAgreements.length],
      ['of them active', inState('active')],
      ['of them refused', inState('failed')],
      ['notifications handled', books.notifications.length],
    ],
  }
}
