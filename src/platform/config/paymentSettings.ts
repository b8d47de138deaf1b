import { z } from 'zod'
import { isLoopback } from '#platform/config/isLoopback.ts'
import { choice } from '#platform/config/settingTypes.ts'
import {
  QR_PROVIDERS,
  type QrPaymentsConfig,
  type QrProvider,
  qrPaymentProblems,
  qrPaymentsConfig,
  qrPaymentSettings,
} from './qrPaymentSettings.ts'

const secret = z.string().min(1).optional()

/** Settings of payments, and whether the server charges real money or is a demo. */
export const paymentSettings = {
  REGION: choice('global', 'cn')
    .default('global')
    .describe('`cn` for the build for China: its list of spoken languages, and payments by QR code'),
  INSTANCE_MODE: choice('live', 'demo')
    .default('live')
    .describe('`demo`: a server on which no money moves. Stored in a new database and never changed'),
  PAYMENTS_PROVIDER: choice('none', 'stripe', 'sandbox', ...QR_PROVIDERS)
    .default('none')
    .describe(
      '`stripe`: plans and minutes are sold by card; `wechatpay`, `alipay` or `wechatpay,alipay` with `REGION=cn`: by QR code; `sandbox`: the same without money, on a demo server',
    ),
  ...qrPaymentSettings,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must be a key such as rk_live_… or sk_test_…')
    .optional()
    .describe('a restricted key'),
  STRIPE_WEBHOOK_SECRET: secret.describe('secret of the endpoint `<PUBLIC_URL>/api/membership/payments/webhook/stripe`'),
  STRIPE_API_BASE: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isLoopback(text) && new URL(text).pathname === '/',
      'must be an address of this machine without a path: the secret key is sent there',
    )
    .optional()
    .describe('another server with the same API on this machine, for tests'),
}

type Settings = z.infer<z.ZodObject<typeof paymentSettings>>

/**
 * Whether the server charges real money. The mode is stored in a new database and never changes, so purchases in a demo cannot be
 * used on a live server.
 */
export type InstanceMode = 'live' | 'demo'

/** How plans and minutes are paid for. */
export type PaymentsConfig =
  | { readonly provider: 'none' }
  | { readonly provider: 'sandbox' }
  | ({ readonly provider: QrProvider } & QrPaymentsConfig)
  | {
      readonly provider: 'stripe'
      readonly secretKey: string
      readonly webhookSecret: string
      /** The base URL of a server that replaces the provider's in tests. */
      readonly apiBase: string | null
    }

export function paymentsConfig(settings: Settings): PaymentsConfig {
  const { PAYMENTS_PROVIDER: provider, STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = settings
  if (provider === 'none' || provider === 'sandbox') return { provider }
  if (provider !== 'stripe') return { provider, ...qrPaymentsConfig(settings, provider) }
  return { provider, secretKey, webhookSecret, apiBase: settings.STRIPE_API_BASE ?? null }
}

/** Returns one sentence for each setting that is missing or that contradicts another. */
export function paymentProblems(settings: Settings & { REGION: string }): string[] {
  const { PAYMENTS_PROVIDER: provider, INSTANCE_MODE: mode, STRIPE_SECRET_KEY: key } = settings
  const problems: string[] = []
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_BASE'] as const)
    if (settings[name] && provider !== 'stripe') problems.push(`${name} also needs PAYMENTS_PROVIDER=stripe.`)
  if (provider === 'stripe' && settings.REGION !== 'global') problems.push('PAYMENTS_PROVIDER=stripe also needs REGION=global.')
  if (provider === 'sandbox' && mode !== 'demo')
    problems.push('PAYMENTS_PROVIDER=sandbox also needs INSTANCE_MODE=demo: no money moves there.')
  if (provider === 'stripe') {
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const)
      if (!settings[name]) problems.push(`PAYMENTS_PROVIDER=stripe also needs ${name}.`)
    if (key?.includes('_test_') && mode !== 'demo')
      problems.push('A test key in STRIPE_SECRET_KEY also needs INSTANCE_MODE=demo.')
    if (key?.includes('_live_') && mode !== 'live') problems.push('A live key in STRIPE_SECRET_KEY needs INSTANCE_MODE=live.')
  }
  return [...problems, ...qrPaymentProblems(settings, provider)]
}
