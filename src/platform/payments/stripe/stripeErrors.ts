import { Stripe } from 'stripe'
import { PaymentError, type PaymentFailure } from '../payments.ts'

const { errors } = Stripe

/**
 * Converts an error of the SDK to a PaymentError and returns others unchanged. The original is not kept as the cause, because it
 * contains Stripe's response with names and addresses, which its message may quote too.
 */
export function toPaymentError(error: unknown): unknown {
  if (!(error instanceof errors.StripeError)) return error
  const currency = readCustomerCurrency(error)
  return new PaymentError(currency === undefined ? failureOf(error) : 'currency', describe(error), { currency: currency ?? null })
}

function failureOf(error: Stripe.errors.StripeError): PaymentFailure {
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError) return 'unavailable'
  if (error instanceof errors.StripeCardError) return 'declined'
  if (error.code === 'resource_missing') return 'notFound'
  // The SDK also uses this class for 409 (the same request is still running) and for responses that are not JSON.
  return error instanceof errors.StripeAPIError ? 'unavailable' : 'invalid'
}

function describe({ type, code, decline_code: declineCode, param, statusCode, requestId }: Stripe.errors.StripeError): string {
  const details = [code, declineCode, param, statusCode && `status ${statusCode}`, requestId && `request ${requestId}`]
  return `Stripe: ${[type, ...details].filter(Boolean).join(', ')}`
}

/**
 * Returns the currency in which a customer must pay, null when the message does not name it, and undefined for other errors. Stripe
 * has no code for it. Its message names the other currency in one of two ways: "… invoice item with currency eur." and "… had a
 * subscription or payment in eur, but you are trying to pay in cad."
 */
function readCustomerCurrency({ message }: Stripe.errors.StripeError): string | null | undefined {
  if (!/combine currencies/i.test(message)) return undefined
  return /(?:with currency|payment in) ([a-z]{3})\b/i.exec(message)?.[1]?.toLowerCase() ?? null
}
