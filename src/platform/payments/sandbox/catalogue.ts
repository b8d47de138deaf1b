import { PaymentError, type Price } from '../payments.ts'

/** The prices of the sandbox, in the smallest unit of each currency. The US dollar prices are those of the product. */
const CATALOGUE: readonly (Pick<Price, 'key' | 'interval' | 'amounts'> & { readonly name: string })[] = [
  { key: '600-month', name: 'Pro', interval: 'month', amounts: prices(1290, 1190, 1090, 1900, 9900, 39_900) },
  { key: '600-year', name: 'Pro', interval: 'year', amounts: prices(11_880, 10_980, 9900, 17_400, 91_200, 366_000) },
  { key: 'unlimited-month', name: 'Unlimited', interval: 'month', amounts: prices(2900, 2690, 2390, 4300, 22_800, 89_900) },
  {
    key: 'unlimited-year',
    name: 'Unlimited',
    interval: 'year',
    amounts: prices(27_800, 25_800, 22_900, 41_200, 218_000, 862_000),
  },
  { key: 'hourlypacket', name: '120 minutes', interval: 'once', amounts: prices(480, 450, 400, 720, 3800, 14_900) },
  { key: 'hourlypacket2', name: '600 minutes', interval: 'once', amounts: prices(1800, 1690, 1490, 2700, 14_200, 55_900) },
  { key: 'hourlypacket3', name: '3,000 minutes', interval: 'once', amounts: prices(7500, 6990, 6190, 11_200, 58_800, 232_000) },
  {
    key: 'hourlypacket4',
    name: '6,000 minutes',
    interval: 'once',
    amounts: prices(12_000, 11_200, 9890, 17_900, 94_200, 372_000),
  },
]

function prices(usd: number, eur: number, gbp: number, jpy: number, hkd: number, twd: number): Readonly<Record<string, number>> {
  return { usd, eur, gbp, jpy, hkd, twd }
}

export const listCataloguePrices = (keys: readonly string[]): Price[] =>
  CATALOGUE.filter(({ key }) => keys.includes(key)).map(({ key, interval, amounts }) => ({
    priceId: priceIdOf(key),
    key,
    interval,
    amounts,
  }))

const priceIdOf = (key: string): string => `price_sandbox_${key.replaceAll('-', '_')}`

/** Returns a price in one currency. Throws PaymentError for an unknown id or a currency without an amount. */
export function findPrice(priceId: string, currency: string) {
  const price = CATALOGUE.find(({ key }) => priceIdOf(key) === priceId)
  if (!price) throw new PaymentError('notFound', `there is no price ${priceId}`)
  const amount = price.amounts[currency]
  if (amount === undefined) throw new PaymentError('invalid', `the price ${priceId} has no amount in ${currency}`)
  return { priceId, name: price.name, interval: price.interval, amount, months: MONTHS[price.interval] }
}

/** How many months one payment covers; 0 for what is not renewed. */
const MONTHS: Readonly<Record<Price['interval'], number>> = { month: 1, year: 12, once: 0 }
