import type { AppContext } from '#platform/context.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import type { PayPlatform, QrAgreement, QrChannel, QrOrder } from '#platform/payments/qr/qrPayments.ts'

/** Returns a payment channel. Throws PaymentError `unavailable` when it is no longer configured. */
export function channelOf(ctx: AppContext, platform: PayPlatform): QrChannel {
  const channel = ctx.qrPayments?.channels[platform]
  if (!channel) throw new PaymentError('unavailable', `${platform} is not configured`)
  return channel
}

/** Returns an order from the channel, or null when the channel does not know it because it was never scanned. */
export const readChannelOrder = (channel: QrChannel, orderNo: string): Promise<QrOrder | null> =>
  orNull(channel.getOrder(orderNo))

/** Returns an agreement from the channel, or null when the channel does not know it. */
export const readChannelAgreement = (channel: QrChannel, subId: string): Promise<QrAgreement | null> =>
  orNull(channel.getAgreement(subId))

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof PaymentError && error.failure === 'notFound') return null
    throw error
  }
}

/** Whether a failed call may succeed later. */
export const isUnavailable = (error: unknown): boolean => error instanceof PaymentError && error.failure === 'unavailable'

/** Ends an agreement at its channel. An unknown one was never made. */
export const endAtChannel = async (channel: QrChannel, subId: string): Promise<void> =>
  void (await orNull(channel.endAgreement(subId)))
