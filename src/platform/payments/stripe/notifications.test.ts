import { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { aPrice, aSession, START } from '#test/fakes/stripe/catalogueObjects.ts'
import { anInvoice } from '#test/fakes/stripe/invoiceObjects.ts'
import { WEBHOOK_SECRET } from '#test/fakes/stripe/openTestStripe.ts'
import { aCharge, aDispute, aRefund } from '#test/fakes/stripe/paymentObjects.ts'
import { setUpStripe } from '#test/fakes/stripe/setUpStripe.ts'
import { listOf } from '#test/fakes/stripe/startReplayServer.ts'
import { aSchedule, aSubscription } from '#test/fakes/stripe/subscriptionObjects.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { HANDLED_EVENTS } from './notifications.ts'

const clock = new TestClock()
const now = () => clock.now().getTime() / 1000

const { server, stripe } = await setUpStripe({ clock })

const anEvent = (type: string, object: object, changes: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  api_version: Stripe.API_VERSION,
  created: START,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
  ...changes,
})

const signatureOf = (payload: string, { secret = WEBHOOK_SECRET, timestamp = now() } = {}) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

const parse = async (payload: string, signature: string | undefined = signatureOf(payload)) =>
  await stripe.parseNotification({ 'stripe-signature': signature }, new TextEncoder().encode(payload))

const parseEvent = async (type: string, object: object, changes?: object) =>
  await parse(JSON.stringify(anEvent(type, object, changes)))

describe('a notification', () => {
  const cases: [type: string, object: object, refs: [kind: string, id: string][]][] = [
    ['checkout.session.completed', aSession(), [['checkout', 'cs_test_1']]],
    ['customer.subscription.deleted', aSubscription(), [['subscription', 'sub_1']]],
    [
      'invoice.paid',
      anInvoice(),
      [
        ['invoice', 'in_1'],
        ['subscription', 'sub_1'],
      ],
    ],
    ['invoice.voided', anInvoice({ parent: null }), [['invoice', 'in_1']]],
    ['subscription_schedule.updated', aSchedule(), [['subscription', 'sub_1']]],
    [
      'subscription_schedule.released',
      aSchedule({ subscription: null, released_subscription: 'sub_1' }),
      [['subscription', 'sub_1']],
    ],
    ['charge.refunded', aCharge(), [['payment', 'pi_1']]],
    ['refund.created', aRefund(), [['payment', 'pi_1']]],
    ['charge.dispute.created', aDispute('needs_response'), [['payment', 'pi_1']]],
    ['charge.dispute.closed', { ...aDispute('lost'), payment_intent: null }, []],
    ['price.updated', aPrice(), [['prices', 'price_month']]],
    ['product.deleted', { id: 'prod_600', object: 'product' }, [['prices', 'prod_600']]],
    ['customer.deleted', { id: 'cus_1', object: 'customer' }, []],
    ['invoice.created', anInvoice(), []],
    ['a.type.of.tomorrow', aSubscription(), []],
  ]
  it.each(cases)('%s is about its object', async (type, object, refs) => {
    const objects = refs.map(([kind, id]) => ({ kind, id }))
    expect(await parseEvent(type, object)).toEqual({ eventId: 'evt_1', type, livemode: false, objects })
  })

  it('says whether real money is charged', async () => {
    expect(await parseEvent('invoice.paid', anInvoice(), { livemode: true })).toMatchObject({ livemode: true })
  })

  it('of an earlier version of the API names the same objects', async () => {
    const invoice = { id: 'in_1', object: 'invoice', subscription: 'sub_1' }
    const objects = [
      { kind: 'invoice', id: 'in_1' },
      { kind: 'subscription', id: 'sub_1' },
    ]
    expect(await parseEvent('invoice.paid', invoice, { api_version: '2020-08-27' })).toMatchObject({ objects })
  })

  it('may be large', async () => {
    const large = { ...aSubscription(), description: 'x'.repeat(5 * 1024 * 1024) }
    expect(await parseEvent('customer.subscription.updated', large)).toMatchObject({ objects: [{ id: 'sub_1' }] })
  })

  it('may be five minutes old, or from a clock that is five minutes ahead', async () => {
    const payload = JSON.stringify(anEvent('invoice.paid', anInvoice()))
    for (const timestamp of [now() - 300, now() + 300])
      expect(await parse(payload, signatureOf(payload, { timestamp }))).toMatchObject({ eventId: 'evt_1' })
  })
})

describe('a notification is refused', () => {
  const payload = JSON.stringify(anEvent('invoice.paid', anInvoice()))
  const large = JSON.stringify(anEvent('invoice.paid', { ...anInvoice(), description: 'x'.repeat(5 * 1024 * 1024) }))

  it.each([
    ['without a signature', payload, ''],
    ['with something else than a signature', payload, 'v1=,t=,x'],
    ['with half a signature', payload, `t=${now()},v1`],
    ['with the signature of another body', payload.replace('in_1', 'in_2'), signatureOf(payload)],
    ['with the signature of another secret', payload, signatureOf(payload, { secret: 'whsec_other' })],
    ['with an old signature', payload, signatureOf(payload, { timestamp: now() - 301 })],
    ['with a signature of the future', payload, signatureOf(payload, { timestamp: now() + 301 })],
    [
      'with an early time before the one that is signed',
      payload,
      `t=${now()},${signatureOf(payload, { timestamp: now() + 301 })}`,
    ],
    ['with a large body and a wrong signature', large, signatureOf(payload)],
    ['without a body', '', signatureOf(payload)],
  ])('%s', async (_, body, signature) => {
    const error: unknown = await parse(body, signature).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ failure: 'signature', cause: undefined })
  })

  it('without the header', async () => {
    const body = new TextEncoder().encode(payload)
    await expect(stripe.parseNotification({}, body)).rejects.toMatchObject({ failure: 'signature' })
  })

  it.each(['no json', '[]', '{"object":"v2.core.event"}', '{"object":"event","id":"evt_1","type":"x"}', 'null'])(
    'when it is no event: %s',
    async (body) => {
      await expect(parse(body)).rejects.toMatchObject({ failure: 'invalid' })
    },
  )
})

describe('missed notifications', () => {
  it('are listed from the oldest to the newest', async () => {
    const event = (id: string, created: number) => anEvent('invoice.paid', anInvoice(), { id, created: START + created })
    server.on(
      'GET /v1/events',
      listOf([event('evt_4', 4), event('evt_2', 2)], true),
      listOf([event('evt_1', 1)]),
      listOf([event('evt_3', 3)]),
    )
    const missed = await stripe.listMissedNotifications(new Date(START * 1000 + 500))
    expect(missed.map(({ eventId }) => eventId)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4'])
    expect(missed[0]?.objects).toEqual([
      { kind: 'invoice', id: 'in_1' },
      { kind: 'subscription', id: 'sub_1' },
    ])
    const query = { delivery_success: 'false', 'created[gte]': String(START), limit: '100' }
    expect(server.requests[0]?.query).toMatchObject({ ...query, 'types[0]': 'checkout.session.completed' })
    expect(server.requests[1]?.query).toMatchObject({ ...query, starting_after: 'evt_2' })
    const types = [0, 2].flatMap((n) =>
      Object.entries(server.requests[n]?.query ?? {}).filter(([name]) => name.startsWith('types')),
    )
    expect(types.map(([, type]) => type)).toEqual(HANDLED_EVENTS)
    expect(Object.keys(server.requests[0]?.query ?? {}).filter((name) => name.startsWith('types'))).toHaveLength(20)
  })
})
