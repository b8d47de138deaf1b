import { PaymentError } from '../payments.ts'
import { type PaymentsOptions, sandboxOptions } from '../paymentsOptions.ts'
import type { QrPaymentsConfig } from '#platform/config/qrPaymentSettings.ts'
import type { AlipayConfig } from './alipay/openAlipay.ts'
import { notifyPath, type QrChannel, type QrNotification, type QrPayments } from './qrPayments.ts'
import type { WechatpayConfig } from './wechatpay/wechatpayClient.ts'

/**
 * Opens the QR code payment channels; null when nothing is sold through them here. The code of a channel is loaded only when it is
 * configured.
 */
export async function openQrPayments(options: PaymentsOptions): Promise<QrPayments | null> {
  const { payments, region } = options.config
  if (region !== 'cn') return null
  if ('wechatpay' in payments) return await openChannels(options, payments)
  if (payments.provider !== 'sandbox') return null
  const { openQrSandbox } = await import('./sandbox/openQrSandbox.ts')
  return openQrSandbox(sandboxOptions(options, notifyPath('sandbox')))
}

type Opened = {
  readonly channel: QrChannel
  readonly parse: (headers: Readonly<Record<string, string | undefined>>, body: Uint8Array) => QrNotification
}

async function openChannels(options: PaymentsOptions, { wechatpay, alipay }: QrPaymentsConfig): Promise<QrPayments> {
  const opened = new Map<string, Opened>()
  if (wechatpay) opened.set('wechatpay', await loadWechatpay(wechatpay, options))
  if (alipay) opened.set('alipay', await loadAlipay(alipay, options))
  return {
    livemode: true,
    channels: Object.fromEntries([...opened].map(([platform, { channel }]) => [platform, channel])),
    parseNotification: async (provider, headers, body) => {
      const found = opened.get(provider)
      if (!found) throw new PaymentError('notFound', `${provider} is not configured`)
      return found.parse(headers, body)
    },
  }
}

async function loadWechatpay(settings: WechatpayConfig, { config, clock }: PaymentsOptions): Promise<Opened> {
  const { openWechatpay } = await import('./wechatpay/openWechatpay.ts')
  const { parseWechatpayNotification } = await import('./wechatpay/notifications.ts')
  return {
    channel: openWechatpay(settings, config),
    parse: (headers, body) => parseWechatpayNotification(settings, headers, body, clock.now()),
  }
}

async function loadAlipay(settings: AlipayConfig, { config, clock }: PaymentsOptions): Promise<Opened> {
  const { createAlipaySdk, openAlipay } = await import('./alipay/openAlipay.ts')
  const { parseAlipayNotification } = await import('./alipay/notifications.ts')
  const sdk = createAlipaySdk(settings)
  return {
    channel: openAlipay(sdk, settings, config),
    parse: (_, body) => parseAlipayNotification({ sdk, appId: settings.appId }, body, clock.now()),
  }
}
