import { describe, expect, it } from 'vitest'
import { aPrice, DAY, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { aLine, anInvoice } from '#test/fakes/stripe/invoiceObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf, refusal } from '#test/fakes/stripe/startReplayServer.ts'
import { anItem, aPendingUpdate, aSchedule, aSubscription } from '#test/fakes/stripe/subscriptionObjects.ts'

const { server, stripe } = await setUpStripe()

const RETRIEVE = 'GET /v1/subscriptions/sub_1'
const UPDATE = 'POST /v1/subscriptions/sub_1'
const PREVIEW = 'POST /v1/invoices/create_preview'
const RELEASE = 'POST /v1/subscription_schedules/sub_sched_1/release'

const at = new Date((START + 10 * DAY) * 1000 + 400)
const change = { subscriptionId: 'sub_1', priceId: 'price_unlimited', at }
const unlimited = aPrice({ id: 'price_unlimited' })
const posted = () => server.requests.filter(({ method }) => method === 'POST')

describe('the preview of a change', () => {
  it('returns the amount due and the value of the rest of the period', async () => {
    const lines = [
      aLine({ amount: -600, isProration: true }),
      aLine({ amount: -50, isProration: true }),
      aLine({ amount: 1400, price: 'price_unlimited', isProration: true }),
      aLine({ amount: -70 }),
    ]
    server.on(RETRIEVE, aSubscription())
    server.on(PREVIEW, anInvoice({ id: 'upcoming_in_1', amount_due: 750, lines: listOf(lines) }))
    expect(await stripe.previewChange(change)).toEqual({ amountDue: 750, amountLeft: 650, currency: 'usd' })
    expect(posted().map(({ form }) => form)).toEqual([
      {
        customer: 'cus_1',
        subscription: 'sub_1',
        'subscription_details[items][0][id]': 'si_1',
        'subscription_details[items][0][price]': 'price_unlimited',
        'subscription_details[proration_behavior]': 'always_invoice',
        'subscription_details[proration_date]': String(START + 10 * DAY),
      },
    ])
  })

  it('ends a trial', async () => {
    server.on(RETRIEVE, aSubscription({ status: 'trialing' }))
    server.on(PREVIEW, anInvoice({ amount_due: 1999, lines: listOf([aLine({ amount: 1999 })]) }))
    expect(await stripe.previewChange(change)).toMatchObject({ amountDue: 1999, amountLeft: 0 })
    expect(posted()[0]?.form).toMatchObject({ 'subscription_details[trial_end]': 'now' })
  })

  it('is never negative, and counts the lines of all pages', async () => {
    server.on(RETRIEVE, aSubscription())
    server.on(PREVIEW, anInvoice({ id: 'upcoming_in_1', amount_due: -200, lines: listOf([aLine({ amount: -1 })], true) }))
    server.on('GET /v1/invoices/upcoming_in_1/lines', listOf([aLine({ amount: -900, isProration: true })]))
    expect(await stripe.previewChange(change)).toEqual({ amountDue: 0, amountLeft: 900, currency: 'usd' })
  })
})

describe('a change', () => {
  const form = {
    'items[0][id]': 'si_1',
    'items[0][price]': 'price_unlimited',
    proration_behavior: 'always_invoice',
    proration_date: String(START + 10 * DAY),
    payment_behavior: 'pending_if_incomplete',
    'expand[0]': 'latest_invoice.payments',
  }
  const changed = aSubscription({ items: listOf([anItem(unlimited)]), latest_invoice: anInvoice({ id: 'in_2' }) })
  const apply = async () => await stripe.applyChange({ ...change, idempotencyKey: 'up:quote-1' })

  it('is charged at once', async () => {
    server.on(RETRIEVE, aSubscription({ latest_invoice: anInvoice() }))
    server.on(UPDATE, changed)
    expect(await apply()).toMatchObject({ id: 'in_2', status: 'paid', paymentId: 'pi_1' })
    expect(posted().map((request) => [request.form, request.headers['idempotency-key']])).toEqual([[form, 'up:quote-1']])
  })

  it('stays pending while its invoice is not paid', async () => {
    const invoice = anInvoice({ id: 'in_2', status: 'open', amount_paid: 0, payments: listOf([]) })
    const pending = aSubscription({ pending_update: aPendingUpdate(unlimited), latest_invoice: invoice })
    server.on(RETRIEVE, aSubscription({ latest_invoice: anInvoice() }), pending)
    server.on(UPDATE, pending)
    const open = { id: 'in_2', status: 'open', amountPaid: 0, hostedUrl: 'https://invoice.stripe.test/i/1' }
    expect(await apply()).toMatchObject(open)
    expect(await apply()).toMatchObject(open)
    expect(posted()).toHaveLength(1)
  })

  it('ends a trial, and is not repeated afterwards', async () => {
    server.on(RETRIEVE, aSubscription({ status: 'trialing', latest_invoice: anInvoice() }), changed)
    server.on(UPDATE, changed)
    expect(await apply()).toMatchObject({ id: 'in_2' })
    expect(await apply()).toMatchObject({ id: 'in_2' })
    expect(posted().map((request) => request.form)).toEqual([{ ...form, trial_end: 'now' }])
  })

  it('replaces a scheduled one', async () => {
    server.on(RETRIEVE, aSubscription({ schedule: 'sub_sched_1', latest_invoice: anInvoice() }))
    server.on(RELEASE, aSchedule({ status: 'released' }))
    server.on(UPDATE, changed)
    await apply()
    expect(posted().map(({ path }) => path)).toEqual([
      '/v1/subscription_schedules/sub_sched_1/release',
      '/v1/subscriptions/sub_1',
    ])
  })

  it('is not made when the scheduled one cannot be released', async () => {
    server.on(RETRIEVE, aSubscription({ schedule: 'sub_sched_1', latest_invoice: anInvoice() }))
    server.on(RELEASE, refusal(500, { type: 'api_error', message: 'x' }))
    await expect(apply()).rejects.toMatchObject({ failure: 'unavailable' })
    expect(posted()).toHaveLength(1)
  })

  it('may be declined', async () => {
    server.on(RETRIEVE, aSubscription({ latest_invoice: anInvoice() }))
    server.on(UPDATE, refusal(402, { type: 'card_error', code: 'card_declined', message: 'x' }))
    await expect(apply()).rejects.toMatchObject({ failure: 'declined' })
  })
})
