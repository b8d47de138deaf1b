import { PaymentError } from '../payments.ts'
import { type PaymentsOptions, sandboxOptions } from '../paymentsOptions.ts'
import type { QrPaymentsConfig } from '#platform/config/qrPaymentSettings.ts'
import { notifyPath, type QrPayments } from './qrPayments.ts'

/**
 * Opens the channels on which QR codes are paid; null when nothing is sold here. The code of a channel is loaded only for its
 * configuration.
 */
export async function openQrPayments(options: PaymentsOptions): Promise<QrPayments | null> {
  const { payments, region } = options.config
  if (region !== 'cn') return null
  if ('wechatpay' in payments) return await openChannels(options, payments)
  if (payments.provider !== 'sandbox') return null
  const { openQrSandbox } = await import('./sandbox/openQrSandbox.ts')
  return openQrSandbox(sandboxOptions(options, notifyPath('sandbox')))
}

async function openChannels({ config, clock }: PaymentsOptions, { wechatpay, alipay }: QrPaymentsConfig): Promise<QrPayments> {
  const wechatpayModules = wechatpay && {
    ...(await import('./wechatpay/openWechatpay.ts')),
    ...(await import('./wechatpay/notifications.ts')),
  }
  const alipayModules = alipay && { ...(await import('./alipay/openAlipay.ts')), ...(await import('./alipay/notifications.ts')) }
  return {
    livemode: true,
    channels: {
      ...(wechatpayModules && { wechatpay: wechatpayModules.openWechatpay(wechatpay, config) }),
      ...(alipayModules && { alipay: alipayModules.openAlipay(alipay, config) }),
    },
    parseNotification: async (provider, headers, body) => {
      if (provider === 'wechatpay' && wechatpayModules)
        return wechatpayModules.parseWechatpayNotification(wechatpay, headers, body, clock.now())
      if (provider === 'alipay' && alipayModules) {
        const sdk = alipayModules.createAlipaySdk(alipay)
        return alipayModules.parseAlipayNotification({ sdk, appId: alipay.appId }, body, clock.now())
      }
      throw new PaymentError('notFound', `${provider} is not configured`)
    },
  }
}
