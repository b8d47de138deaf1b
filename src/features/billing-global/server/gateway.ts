import type { AppContext } from '#platform/context.ts'
import { PaymentError, type PaymentGateway } from '#platform/payments/payments.ts'

/** Returns the payment provider. Throws where nothing is sold, which callers must have refused before. */
export function gatewayOf(ctx: AppContext): PaymentGateway {
  if (!ctx.payments) throw new Error('nothing is sold on this server')
  return ctx.payments
}

/** Awaits a call to the provider. Returns a refusal when it does not respond; other errors are thrown. */
export async function orUnavailable<T>(call: Promise<T>): Promise<T | { refused: 'unavailable' }> {
  try {
    return await call
  } catch (error) {
    if (error instanceof PaymentError && error.failure === 'unavailable') return { refused: 'unavailable' }
    throw error
  }
}
