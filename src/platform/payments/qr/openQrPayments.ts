import { type PaymentsOptions, sandboxOptions } from '../paymentsOptions.ts'
import { notifyPath, type QrPayments } from './qrPayments.ts'

/**
 * Opens the channels on which QR codes are paid; null when nothing is sold here. The code of a channel is loaded only for its
 * configuration.
 */
export async function openQrPayments(options: PaymentsOptions): Promise<QrPayments | null> {
  const { payments, region } = options.config
  if (region !== 'cn' || payments.provider !== 'sandbox') return null
  const { openQrSandbox } = await import('./sandbox/openQrSandbox.ts')
  return openQrSandbox(sandboxOptions(options, notifyPath('sandbox')))
}
