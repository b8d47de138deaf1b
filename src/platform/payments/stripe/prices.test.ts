import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { anOption, aPrice, recurring } from '#test/fakes/stripe/catalogueObjects.ts'
import { openTestStripe } from '#test/fakes/stripe/openTestStripe.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf } from '#test/fakes/stripe/startReplayServer.ts'

const { server } = await setUpStripe()

const queries = () => server.requests.map(({ query }) => query)

it('are found by their keys, with their amount in each currency', async () => {
  const options = { usd: anOption(999), eur: anOption(899), jpy: anOption(1500), gbp: anOption(null) }
  server.on(
    'GET /v1/prices',
    listOf([
      aPrice({ currency_options: options }),
      aPrice({ id: 'price_year', lookup_key: '600-year', recurring: recurring('year'), unit_amount: 9900 }),
      aPrice({
        id: 'price_pack',
        lookup_key: 'hourlypacket',
        type: 'one_time',
        recurring: null,
        unit_amount: 300,
        currency: 'hkd',
      }),
      aPrice({ id: 'price_other', lookup_key: 'of-another-app' }),
    ]),
  )
  expect(await openTestStripe(server.url).listPrices(['600-month', '600-year', 'hourlypacket'])).toEqual([
    { priceId: 'price_month', key: '600-month', interval: 'month', amounts: { usd: 999, eur: 899, jpy: 1500 } },
    { priceId: 'price_year', key: '600-year', interval: 'year', amounts: { usd: 9900 } },
    { priceId: 'price_pack', key: 'hourlypacket', interval: 'once', amounts: { hkd: 300 } },
  ])
  expect(queries()).toEqual([
    {
      active: 'true',
      'expand[0]': 'data.currency_options',
      'lookup_keys[0]': '600-month',
      'lookup_keys[1]': '600-year',
      'lookup_keys[2]': 'hourlypacket',
      limit: '100',
    },
  ])
})

it('are requested for ten keys at a time', async () => {
  const keys = Array.from({ length: 21 }, (_, n) => `plan-${n}`)
  server.on('GET /v1/prices', listOf(keys.map((key) => aPrice({ id: `price-${key}`, lookup_key: key }))))
  const prices = await openTestStripe(server.url).listPrices([...keys, 'plan-0'])
  expect(prices.map(({ key }) => key)).toEqual(keys)
  const counts = queries().map((query) => Object.keys(query).filter((name) => name.startsWith('lookup_keys')).length)
  expect(counts.sort()).toEqual([1, 10, 10])
})

it('may have their key in their metadata', async () => {
  const named = aPrice({ id: 'price_named', lookup_key: null, metadata: { key: '600-month' } })
  server.on(
    'GET /v1/prices',
    listOf([]),
    listOf([aPrice({ lookup_key: 'x' })], true),
    listOf([named, { ...named, id: 'price_older' }]),
  )
  expect(await openTestStripe(server.url).listPrices(['600-month'])).toMatchObject([{ priceId: 'price_named', key: '600-month' }])
  expect(queries().slice(1)).toEqual([
    { active: 'true', 'expand[0]': 'data.currency_options', limit: '100' },
    { active: 'true', 'expand[0]': 'data.currency_options', limit: '100', starting_after: 'price_month' },
  ])
})

it('are left out and logged when they cannot be sold', async () => {
  let written = ''
  const destination = new Writable({ write: (chunk, _, done) => ((written += String(chunk)), done()) })
  server.on(
    'GET /v1/prices',
    listOf([
      aPrice({ lookup_key: 'weekly', recurring: recurring('week') }),
      aPrice({ lookup_key: 'quarterly', recurring: recurring('month', 3) }),
      aPrice({ lookup_key: 'tiered', unit_amount: null }),
      aPrice({ lookup_key: 'retired', active: false }),
    ]),
  )
  const stripe = openTestStripe(server.url, { log: createLog({ destination }) })
  expect(await stripe.listPrices(['weekly', 'quarterly', 'tiered', 'retired'])).toEqual([])
  expect([...written.matchAll(/"key":"(\w+)"/g)].map(([, key]) => key)).toEqual(['weekly', 'quarterly', 'tiered'])
})

it('are not requested without keys', async () => {
  expect(await openTestStripe(server.url).listPrices([])).toEqual([])
  expect(server.requests).toEqual([])
})
