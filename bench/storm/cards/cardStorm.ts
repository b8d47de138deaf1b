import { billingGlobal } from '#features/billing-global/server.ts'
import { checkLedger } from '../checks/checkLedger.ts'
import { newCardNumber } from '../random.ts'
import { type Buyer, randomArrival } from '../shop.ts'
import type { Comparison, Storm, StormShopper } from '../storm.ts'
import { checkLeftovers } from './checks/checkLeftovers.ts'
import { checkMoney, checkOneSubscription } from './checks/checkMoney.ts'
import { checkPacks } from './checks/checkPacks.ts'
import { checkPlans } from './checks/checkPlans.ts'
import { checkShownTier } from './checks/checkShownTier.ts'
import { readBooks } from './checks/readBooks.ts'
import { somethingHappens } from './events.ts'
import { poll } from './pay.ts'
import { buySomething, REGIONS } from './purchases.ts'
import { type CardShop, setArrival, type Shopper } from './shopper.ts'

/** Card purchases, in the global build. */
export const cardStorm: Storm = {
  name: 'billing',
  settings: { REGION: 'global' },
  feature: billingGlobal,
  fetchesLost: true,
  begin: (base, random) => {
    const shop: CardShop = { ...base, shownCheckouts: new Set(), sharedCard: newCardNumber(random) }
    const shoppers: Shopper[] = []
    return {
      createShopper: (buyer, n) => {
        const shopper = toShopper(shop, buyer, n)
        shoppers.push(shopper)
        return behaviourOf(shopper)
      },
      check: () => compare(shop, shoppers),
    }
  },
}

const toShopper = (shop: CardShop, buyer: Buyer, n: number): Shopper => ({
  ...buyer,
  shop,
  region: REGIONS[n % REGIONS.length]!,
  prices: new Map(),
  portal: '',
  disputes: new Set(),
  unreturned: [],
  lastPaid: null,
})

const behaviourOf = (shopper: Shopper): StormShopper => ({
  changeArrival: () => setArrival(shopper, randomArrival(shopper.random)),
  buy: () => buySomething(shopper),
  doSomethingElse: () => somethingHappens(shopper),
  // Most of the browsers that have not returned yet do so at the end.
  finish: async () => {
    for (const id of shopper.unreturned.splice(0)) if (shopper.random.chance(0.7)) await poll(shopper, id, 1)
  },
})

async function compare(shop: CardShop, shoppers: readonly Shopper[]): Promise<Comparison> {
  const { wrong } = shop.journal
  const books = await readBooks(shop.pool)
  for (const shopper of shoppers) await checkShownTier(books, shopper)
  const plans = checkPlans(books, wrong)
  const packs = checkPacks(books, wrong)
  const ledger = checkLedger(books, wrong)
  const sums = checkMoney(books, wrong)
  const doubles = checkOneSubscription(books, wrong)
  const leftovers = checkLeftovers(books, shop.shownCheckouts, wrong)
  return {
    books,
    sums,
    counts: [
      ['paid periods', plans.periods],
      ['memberships of payments', plans.memberships],
      ['of them partly below a higher tier', plans.hidden],
      ['packs', packs.packs],
      ['grants', ledger.grants],
      ['entries', ledger.entries],
      ['seconds used', ledger.used],
      ['subscriptions', books.subscriptions.length],
      ['of them ended as a second one', doubles.seconds],
      ['of them trials of a used card', books.ourSubscriptions.filter(({ is_trial_refused }) => is_trial_refused).length],
      ['notifications handled', leftovers.notifications],
      ['checkouts', books.checkouts.length],
    ],
  }
}
