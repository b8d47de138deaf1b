import type { AppContext } from '#platform/context.ts'
import { PaymentError, type PaymentGateway } from '#platform/payments/payments.ts'

/** Returns the provider of payments. Throws where nothing is sold: callers have refused before. */
export function gatewayOf(ctx: AppContext): PaymentGateway {
  if (!ctx.payments) throw new Error('nothing is sold on this server')
  return ctx.payments
}

/** Runs a call of the provider for a user. A provider that does not answer is a refusal, and anything else an error. */
export async function orUnavailable<T>(call: Promise<T>): Promise<T | { refused: 'unavailable' }> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PaymentError && error.failure === 'unavailable') return { refused: 'unavailable' }
    throw error
  }
}
