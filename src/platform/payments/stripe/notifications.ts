import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type Millis, minutes, unixSeconds } from '#shared/units.ts'
import { type Notification, type ObjectRef, PaymentError } from '../payments.ts'
import { receiveAll } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

/** The events to which an endpoint at Stripe must subscribe. Others are accepted and ignored. */
export const HANDLED_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'invoice.voided',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.canceled',
  'subscription_schedule.completed',
  'subscription_schedule.aborted',
  'refund.created',
  'refund.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'price.created',
  'price.updated',
  'price.deleted',
  'product.created',
  'product.updated',
  'product.deleted',
  'customer.deleted',
] as const satisfies readonly Stripe.Event.Type[]

/**
 * Maximum age that Stripe recommends. The SDK does not refuse notifications from the future, which could be replayed for longer.
 */
const TOLERANCE = minutes(5)

export async function parseNotification(
  { client, clock }: StripeContext,
  webhookSecret: string,
  headers: Readonly<Record<string, string | undefined>>,
  body: Uint8Array,
): Promise<Notification> {
  const header = headers['stripe-signature'] ?? ''
  const now = clock.now().getTime()
  const isSigned = await verify(client, header, webhookSecret, body, now)
  if (!isSigned) throw new PaymentError('signature', 'The signature of a notification is wrong or too old.')
  if (!(signedAt(header) <= now + TOLERANCE)) throw new PaymentError('signature', 'A notification is signed for the future.')
  return toNotification(readEvent(body))
}

/** The SDK throws several error classes for malformed headers. They contain the body. */
async function verify(client: Stripe, header: string, secret: string, body: Uint8Array, now: Millis): Promise<boolean> {
  try {
    const verifier = client.webhooks.signature
    return verifier !== null && (await verifier.verifyHeaderAsync(body, header, secret, TOLERANCE / 1000, undefined, now))
  } catch {
    return false
  }
}

const EventBody = z.object({
  object: z.literal('event'),
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

function readEvent(body: Uint8Array): z.infer<typeof EventBody> {
  const { data, success } = EventBody.safeParse(parseJson(new TextDecoder().decode(body)))
  if (!success) throw new PaymentError('invalid', 'A signed notification is not an event.')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The signature has been verified. The last timestamp counts, as in the SDK. */
function signedAt(signature: string): number {
  const timestamps = signature.split(',').flatMap((part) => (part.startsWith('t=') ? [Number.parseInt(part.slice(2), 10)] : []))
  return (timestamps.at(-1) ?? Number.NaN) * 1000
}

/** Maximum number of event types per request of the API. */
const MAX_TYPES = 20
const MAX_EVENTS = 10_000

/** Stripe keeps events for 30 days. */
export async function listMissedNotifications(stripe: StripeContext, since: Date): Promise<Notification[]> {
  const missed: Stripe.Event[] = []
  for (let start = 0; start < HANDLED_EVENTS.length; start += MAX_TYPES) {
    const params = {
      delivery_success: false,
      created: { gte: unixSeconds(since) },
      types: HANDLED_EVENTS.slice(start, start + MAX_TYPES),
    }
    const events = await receiveAll('event', (page) => stripe.client.events.list({ ...params, ...page }), MAX_EVENTS)
    if (events.length >= MAX_EVENTS)
      stripe.log.warn({ events: events.length }, 'more notifications of Stripe were missed than are read')
    missed.push(...events)
  }
  return missed.sort((a, b) => a.created - b.created).map(toNotification)
}

type EventFields = Omit<Notification, 'eventId' | 'objects'> & { readonly id: string; readonly data: { readonly object: object } }

const toNotification = ({ id, type, livemode, data }: EventFields): Notification => ({
  eventId: id,
  type,
  livemode,
  objects: isHandled(type) ? refsOf({ ...data.object }) : [],
})

const isHandled = (type: string): boolean => HANDLED_EVENTS.some((handled) => handled === type)

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads only ids, each in the places where this and earlier API versions have it, because an endpoint may be pinned to another
 * version.
 */
function refsOf(object: Fields): ObjectRef[] {
  const ref = (kind: ObjectRef['kind'], id: unknown): ObjectRef[] => {
    const text = isFields(id) ? id['id'] : id
    return typeof text === 'string' ? [{ kind, id: text }] : []
  }
  switch (object['object']) {
    case 'checkout.session':
      return ref('checkout', object['id'])
    case 'subscription':
      return ref('subscription', object['id'])
    case 'invoice':
      return [...ref('invoice', object['id']), ...ref('subscription', subscriptionOf(object))]
    case 'subscription_schedule':
      return ref('subscription', object['subscription'] ?? object['released_subscription'])
    case 'charge':
    case 'dispute':
    case 'refund':
      return ref('payment', object['payment_intent'])
    case 'price':
    case 'product':
      return ref('prices', object['id'])
    default:
      return []
  }
}

function subscriptionOf(invoice: Fields): unknown {
  const { parent } = invoice
  const details = isFields(parent) ? parent['subscription_details'] : null
  return isFields(details) ? details['subscription'] : invoice['subscription']
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
