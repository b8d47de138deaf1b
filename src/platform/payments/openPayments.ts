import type { PaymentGateway } from './payments.ts'
import { type PaymentsOptions, sandboxOptions } from './paymentsOptions.ts'

/**
 * Opens the card payment provider; null when nothing is sold by card here. The code of a provider is loaded only when it is
 * configured.
 */
export async function openPayments(options: PaymentsOptions): Promise<PaymentGateway | null> {
  const { payments, region } = options.config
  if (payments.provider === 'none' || region !== 'global') return null
  if (payments.provider === 'stripe') {
    const { openStripe } = await import('./stripe/openStripe.ts')
    return openStripe(payments, options)
  }
  if (payments.provider !== 'sandbox') return null
  const { openSandbox } = await import('./sandbox/openSandbox.ts')
  return openSandbox(sandboxOptions(options, '/api/membership/payments/webhook/sandbox'))
}
