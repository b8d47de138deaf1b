import type { Stripe } from 'stripe'
import { PaymentError } from '../payments.ts'
import { toPaymentError } from './stripeErrors.ts'

type StripeObject = { readonly object: string }

/**
 * Returns the object that Stripe sends. Throws PaymentError when it refuses the request or sends another object: the SDK accepts
 * any JSON without `error` as success, even with status 404 or 500, such as that of a proxy.
 */
export async function receive<T extends StripeObject>(expected: T['object'], answer: Promise<T>): Promise<T> {
  return expectObject(expected, await settle(answer))
}

export type PageParams = { readonly limit: number; readonly starting_after?: string }

/** Returns the objects of all pages, up to the page that exceeds `max`. */
export async function receiveAll<T extends StripeObject & { readonly id: string }>(
  expected: T['object'],
  fetchPage: (params: PageParams) => Promise<Stripe.ApiList<T>>,
  max = 1000,
): Promise<T[]> {
  const objects: T[] = []
  let params: PageParams = { limit: 100 }
  for (;;) {
    const { data, has_more: hasMore } = await receive('list', fetchPage(params))
    objects.push(...data.map((object) => expectObject(expected, object)))
    const last = data.at(-1)
    if (!hasMore || !last || objects.length >= max) return objects
    params = { ...params, starting_after: last.id }
  }
}

async function settle<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw toPaymentError(error)
  }
}

function expectObject<T extends StripeObject>(expected: T['object'], received: T): T {
  if (received.object !== expected) throw new PaymentError('unavailable', `Stripe sent something else than a ${expected}.`)
  return received
}

/** True when Stripe repeats its response to an earlier request with the same key. The object may have changed since. */
export const isRepeatedAnswer = ({ lastResponse }: Stripe.Response<StripeObject>): boolean =>
  lastResponse.headers['idempotent-replayed'] === 'true'
