import { describe, expect, it } from 'vitest'
import { comparePlans, currencyOfRegion, parseWirePriceId, toWirePriceId } from './rules.ts'

describe('prices (A§3, A§9)', () => {
  it.each([
    ['US', 'usd'],
    ['EU', 'eur'],
    ['UK', 'gbp'],
    ['JP', 'jpy'],
    ['HK', 'hkd'],
    ['TW', 'twd'],
    ['tw', 'twd'],
    ['BR', 'usd'],
    [undefined, 'usd'],
  ])('of the region %s are in %s', (region, currency) => {
    expect(currencyOfRegion(region)).toBe(currency)
  })

  it('have an id with the currency in which they were shown', () => {
    expect(parseWirePriceId(toWirePriceId('price_1', 'eur'))).toEqual({ priceId: 'price_1', currency: 'eur' })
    for (const id of ['', 'price_1', ':eur', 'price_1:EUR', 'price_1:euro']) expect(parseWirePriceId(id)).toBeNull()
  })
})

describe('the rank of plans', () => {
  it('is the tier first, then the period', () => {
    const ascending = ['600-month', '600-year', 'unlimited-month', 'unlimited-year'] as const
    expect([...ascending].toReversed().toSorted(comparePlans)).toEqual(ascending)
    expect(comparePlans('600-year', 'unlimited-month')).toBeLessThan(0)
  })
})
