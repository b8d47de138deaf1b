import { describe, expect, it } from 'vitest'
import { aCharge, aDispute, aPaymentIntent, aRefund } from '#test/fakes/stripe/paymentObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf, refusal } from '#test/fakes/stripe/startReplayServer.ts'

const { server, stripe } = await setUpStripe()

const RETRIEVE = 'GET /v1/payment_intents/pi_1'
const REFUND = 'POST /v1/refunds'
const refundedBy = (amount: number) => aPaymentIntent({ latest_charge: aCharge({ amount_refunded: amount }) })

describe('a payment', () => {
  it('has the paid and the refunded amount', async () => {
    server.on(RETRIEVE, refundedBy(500))
    expect(await stripe.getPayment('pi_1')).toEqual({
      id: 'pi_1',
      customerId: 'cus_1',
      amount: 2000,
      refunded: 500,
      currency: 'usd',
      dispute: 'none',
      livemode: false,
    })
    expect(server.requests.map(({ query }) => query)).toEqual([{ 'expand[0]': 'latest_charge' }])
  })

  it('that failed has an amount of 0', async () => {
    server.on(RETRIEVE, aPaymentIntent({ amount_received: 0, latest_charge: null, customer: null }))
    expect(await stripe.getPayment('pi_1')).toMatchObject({ amount: 0, refunded: 0, customerId: null })
  })

  it.each([
    [['needs_response'], 'open'],
    [['under_review'], 'open'],
    [['warning_needs_response'], 'open'],
    [['warning_under_review'], 'open'],
    [['appeal_under_review'], 'open'],
    [['a_new_status'], 'open'],
    [['won'], 'won'],
    [['warning_closed'], 'won'],
    [['lost'], 'lost'],
    [['prevented'], 'lost'],
    [['lost', 'won'], 'lost'],
    [['needs_response', 'lost'], 'open'],
    [[], 'open'],
  ])('that is disputed (%j) is %s', async (statuses, dispute) => {
    server.on(RETRIEVE, aPaymentIntent({ latest_charge: aCharge({ disputed: true }) }))
    server.on('GET /v1/disputes', listOf(statuses.map((status) => aDispute(status))))
    expect(await stripe.getPayment('pi_1')).toMatchObject({ dispute })
    expect(server.requests.at(-1)?.query).toEqual({ payment_intent: 'pi_1', limit: '100' })
  })
})

describe('a refund', () => {
  it('refunds what was not refunded before', async () => {
    server.on(RETRIEVE, refundedBy(500), refundedBy(2000))
    server.on(REFUND, aRefund())
    expect(await stripe.refund('pi_1', 'refund-1')).toMatchObject({ amount: 2000, refunded: 2000 })
    const [, sent] = server.requests
    expect([sent?.form, sent?.headers['idempotency-key']]).toEqual([{ payment_intent: 'pi_1' }, 'refund-1'])
  })

  it('does nothing when everything was refunded', async () => {
    server.on(RETRIEVE, refundedBy(2000))
    expect(await stripe.refund('pi_1', 'refund-1')).toMatchObject({ refunded: 2000 })
    expect(server.requests).toHaveLength(1)
  })

  const alreadyRefunded = refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'x' })

  it('succeeds when it was refunded in the meantime', async () => {
    server.on(RETRIEVE, aPaymentIntent(), refundedBy(2000))
    server.on(REFUND, alreadyRefunded)
    expect(await stripe.refund('pi_1', 'refund-2')).toMatchObject({ refunded: 2000 })
  })

  it('fails when the payment is unpaid or disputed', async () => {
    server.on(RETRIEVE, aPaymentIntent({ amount_received: 0, latest_charge: null }))
    server.on(REFUND, refusal(400, { type: 'invalid_request_error', message: 'x' }))
    await expect(stripe.refund('pi_1', 'refund-1')).rejects.toMatchObject({ failure: 'invalid' })
    server.on(RETRIEVE, aPaymentIntent())
    server.on(REFUND, refusal(400, { type: 'invalid_request_error', code: 'charge_disputed', message: 'x' }))
    await expect(stripe.refund('pi_1', 'refund-2')).rejects.toMatchObject({ failure: 'invalid' })
  })
})
