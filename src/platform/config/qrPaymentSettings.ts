import { z } from 'zod'
import type { AlipayConfig } from '#platform/payments/qr/alipay/openAlipay.ts'
import type { WechatpayConfig } from '#platform/payments/qr/wechatpay/wechatpayClient.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import { choice } from '#platform/config/settingTypes.ts'

const text = z.string().min(1).max(200).optional()
/** In a setting, the lines of a key may be separated by `\n`. */
const key = z
  .string()
  .min(1)
  .max(20_000)
  .transform((value) => value.replaceAll(String.raw`\n`, '\n'))
  .optional()
const secret = z.string().length(32, 'must have 32 characters').optional()
const apiBase = z
  .string()
  .refine(
    (value) => URL.canParse(value) && isLoopback(value) && value.endsWith('/'),
    'must be an address of this machine that ends with a slash: secrets are sent there',
  )
  .optional()

/** Settings of the QR code payment channels of the build for China. */
export const qrPaymentSettings = {
  WECHATPAY_APP_ID: text.describe('app of the merchant'),
  WECHATPAY_MERCHANT_ID: text.describe('the merchant'),
  WECHATPAY_MERCHANT_SERIAL: text.describe('serial number of the certificate of the merchant'),
  WECHATPAY_PRIVATE_KEY: key.describe('private key of the merchant; `\\n` may stand for a line break'),
  WECHATPAY_PUBLIC_KEY_ID: text.describe('id of the public key of WeChat Pay'),
  WECHATPAY_PUBLIC_KEY: key.describe('public key of WeChat Pay'),
  WECHATPAY_API_V3_KEY: secret.describe('key that encrypts notifications'),
  WECHATPAY_API_V2_KEY: secret.describe('for plans: the older key'),
  WECHATPAY_PLAN_ID: text.describe('for plans: the template for regular charges'),
  WECHATPAY_API_BASE: apiBase.describe('another server with the same API on this machine, for tests'),
  ALIPAY_APP_ID: text.describe('app of the merchant'),
  ALIPAY_PRIVATE_KEY: key.describe('private key of the app'),
  ALIPAY_PUBLIC_KEY: key.describe('public key of Alipay'),
  ALIPAY_AGREEMENTS: choice('on', 'off')
    .optional()
    .meta({ description: '`on` for plans, where regular charges are granted', unset: 'off' }),
  ALIPAY_API_BASE: apiBase.describe('another server with the same API on this machine, for tests'),
}

type Settings = z.infer<z.ZodObject<typeof qrPaymentSettings>>

export const QR_PROVIDERS = ['wechatpay', 'alipay', 'wechatpay,alipay'] as const
export type QrProvider = (typeof QR_PROVIDERS)[number]

export type QrPaymentsConfig = { readonly wechatpay: WechatpayConfig | null; readonly alipay: AlipayConfig | null }

const NEEDED = {
  wechatpay: [
    'WECHATPAY_APP_ID',
    'WECHATPAY_MERCHANT_ID',
    'WECHATPAY_MERCHANT_SERIAL',
    'WECHATPAY_PRIVATE_KEY',
    'WECHATPAY_PUBLIC_KEY_ID',
    'WECHATPAY_PUBLIC_KEY',
    'WECHATPAY_API_V3_KEY',
  ],
  alipay: ['ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY'],
} as const

const isUsed = (provider: string, channel: 'wechatpay' | 'alipay'): boolean => provider.split(',').includes(channel)

export function qrPaymentsConfig(settings: Settings, provider: string): QrPaymentsConfig {
  const { WECHATPAY_API_V2_KEY: apiV2Key, WECHATPAY_PLAN_ID: planId } = settings
  const wechatpay: WechatpayConfig = {
    appId: settings.WECHATPAY_APP_ID ?? '',
    merchantId: settings.WECHATPAY_MERCHANT_ID ?? '',
    merchantSerial: settings.WECHATPAY_MERCHANT_SERIAL ?? '',
    privateKey: settings.WECHATPAY_PRIVATE_KEY ?? '',
    publicKeyId: settings.WECHATPAY_PUBLIC_KEY_ID ?? '',
    publicKey: settings.WECHATPAY_PUBLIC_KEY ?? '',
    apiV3Key: settings.WECHATPAY_API_V3_KEY ?? '',
    agreements: apiV2Key && planId ? { apiV2Key, planId } : null,
    apiBase: settings.WECHATPAY_API_BASE ?? null,
  }
  const alipay: AlipayConfig = {
    appId: settings.ALIPAY_APP_ID ?? '',
    privateKey: settings.ALIPAY_PRIVATE_KEY ?? '',
    publicKey: settings.ALIPAY_PUBLIC_KEY ?? '',
    hasAgreements: settings.ALIPAY_AGREEMENTS === 'on',
    apiBase: settings.ALIPAY_API_BASE ?? null,
  }
  return {
    wechatpay: isUsed(provider, 'wechatpay') ? wechatpay : null,
    alipay: isUsed(provider, 'alipay') ? alipay : null,
  }
}

/** Returns one sentence for each setting that is missing or that contradicts another. */
export function qrPaymentProblems(settings: Settings & { REGION: string; INSTANCE_MODE: string }, provider: string): string[] {
  const problems: string[] = []
  for (const channel of ['wechatpay', 'alipay'] as const) {
    const names = Object.keys(qrPaymentSettings).filter((name) => name.startsWith(channel.toUpperCase())) as (keyof Settings)[]
    if (!isUsed(provider, channel)) {
      for (const name of names)
        if (settings[name] !== undefined) problems.push(`${name} also needs PAYMENTS_PROVIDER=${channel}.`)
      continue
    }
    for (const name of NEEDED[channel] as readonly (keyof Settings)[])
      if (!settings[name]) problems.push(`PAYMENTS_PROVIDER=${channel} also needs ${name}.`)
    if (settings.REGION !== 'cn') problems.push(`PAYMENTS_PROVIDER=${channel} also needs REGION=cn.`)
    if (settings.INSTANCE_MODE !== 'live' && !settings[`${channel === 'alipay' ? 'ALIPAY' : 'WECHATPAY'}_API_BASE`])
      problems.push(`PAYMENTS_PROVIDER=${channel} needs INSTANCE_MODE=live: money moves there.`)
  }
  if (Boolean(settings.WECHATPAY_API_V2_KEY) !== Boolean(settings.WECHATPAY_PLAN_ID))
    problems.push('WECHATPAY_API_V2_KEY and WECHATPAY_PLAN_ID need each other.')
  return problems
}
