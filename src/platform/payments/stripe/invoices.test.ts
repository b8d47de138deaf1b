import { describe, expect, it } from 'vitest'
import { DAY, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { aLine, anInvoice, anInvoicePayment } from '#test/fakes/stripe/invoiceObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf } from '#test/fakes/stripe/startReplayServer.ts'
import { PERIOD_END } from '#test/fakes/stripe/subscriptionObjects.ts'

const { server, stripe } = await setUpStripe()

const RETRIEVE = 'GET /v1/invoices/in_1'
const dateOf = (seconds: number) => new Date(seconds * 1000)

describe('an invoice', () => {
  it('names its subscription, its payment, and the periods it is for', async () => {
    const lines = [
      aLine({ amount: -400, isProration: true, start: START + DAY }),
      aLine({ price: 'price_unlimited', amount: 1999 }),
    ]
    server.on(RETRIEVE, anInvoice({ lines: listOf(lines), amount_due: 1599, amount_paid: 1599 }))
    expect(await stripe.getInvoice('in_1')).toEqual({
      id: 'in_1',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      status: 'paid',
      currency: 'usd',
      amountDue: 1599,
      amountPaid: 1599,
      createdAt: dateOf(START),
      hostedUrl: 'https://invoice.stripe.test/i/1',
      paymentId: 'pi_1',
      lines: [
        { priceId: 'price_month', amount: -400, start: dateOf(START + DAY), end: dateOf(PERIOD_END) },
        { priceId: 'price_unlimited', amount: 1999, start: dateOf(START), end: dateOf(PERIOD_END) },
      ],
      livemode: false,
    })
    expect(server.requests.map(({ query }) => query)).toEqual([{ 'expand[0]': 'payments' }])
  })

  it('has the payment that paid it, not one that failed before', async () => {
    const failed = anInvoicePayment('pi_failed', 'canceled')
    server.on(
      RETRIEVE,
      anInvoice({ payments: listOf([failed, anInvoicePayment('pi_paid', 'paid')]) }),
      anInvoice({ payments: listOf([anInvoicePayment('pi_open', 'open')]), status: 'open' }),
      anInvoice({ payments: listOf([]), amount_due: 0 }),
    )
    expect(await stripe.getInvoice('in_1')).toMatchObject({ paymentId: 'pi_paid' })
    expect(await stripe.getInvoice('in_1')).toMatchObject({ paymentId: null, status: 'open' })
    expect(await stripe.getInvoice('in_1')).toMatchObject({ paymentId: null })
  })

  it('is read with all its lines, of which those without a price are left out', async () => {
    server.on(RETRIEVE, anInvoice({ lines: listOf([aLine()], true) }))
    server.on(
      'GET /v1/invoices/in_1/lines',
      listOf([aLine({ amount: 1 }), aLine({ amount: 2, id: 'il_2' })], true),
      listOf([aLine({ amount: 3, price: null }), aLine({ amount: 4 })]),
    )
    const { lines } = await stripe.getInvoice('in_1')
    expect(lines.map(({ amount }) => amount)).toEqual([1, 2, 4])
    expect(server.requests.slice(1).map(({ query }) => query)).toEqual([
      { limit: '100' },
      { limit: '100', starting_after: 'il_2' },
    ])
  })

  it('of no subscription has none', async () => {
    server.on(RETRIEVE, anInvoice({ parent: null, hosted_invoice_url: null, status: 'draft' }))
    expect(await stripe.getInvoice('in_1')).toMatchObject({ subscriptionId: null, hostedUrl: null, status: 'draft' })
  })
})

it('the invoices of a subscription are listed over all pages', async () => {
  server.on('GET /v1/invoices', listOf([anInvoice({ id: 'in_3' }), anInvoice({ id: 'in_2' })], true), listOf([anInvoice()]))
  const invoices = await stripe.listInvoices('sub_1')
  expect(invoices.map(({ id }) => id)).toEqual(['in_3', 'in_2', 'in_1'])
  const query = { subscription: 'sub_1', 'expand[0]': 'data.payments', limit: '100' }
  expect(server.requests.map((request) => request.query)).toEqual([query, { ...query, starting_after: 'in_2' }])
})

it('a page that is not a list, and a list of other objects, fail', async () => {
  server.on('GET /v1/invoices', { object: 'invoice' }, listOf([{ object: 'price', id: 'price_1' }]))
  await expect(stripe.listInvoices('sub_1')).rejects.toMatchObject({ failure: 'unavailable' })
  await expect(stripe.listInvoices('sub_1')).rejects.toMatchObject({ failure: 'unavailable' })
})
