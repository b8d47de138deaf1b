import { billingChina } from '#features/billing-china/server.ts'
import type { Millis } from '#shared/units.ts'
import type { PlanKey, ProductKey } from '#features/billing-china/rules.ts'
import { priceOf, skuId } from '#features/billing-china/rules.ts'
import { readMembership } from '#features/membership/server.ts'
import type { QrSandbox } from '#platform/payments/qr/sandbox/openQrSandbox.ts'
import { payOrder, signAgreement } from '#platform/payments/qr/sandbox/payerActions.ts'
import { SANDBOX_SETTINGS } from './openBilling.ts'
import type { TestServerOptions } from './pool/startServer.ts'
import { type TestServer, testServer } from './testServer.ts'
import type { User } from './user.ts'

export type BillingChinaServer = TestServer & {
  readonly qr: QrSandbox
  /** Requests the QR code of a pack, as the page does. */
  order: (user: User, key: ProductKey, body?: object) => ReturnType<User['billingChina']['checkout']>
  /** Requests the QR code of a plan. */
  subscribe: (user: User, key: PlanKey, body?: object) => ReturnType<User['billingChina']['subscribe']>
  /** Buys a pack or a plan by scanning its QR code. Returns the id. */
  buy: (user: User, key: ProductKey) => Promise<string>
  membership: (user: User) => Promise<{ type: string; flag: string; left: number; extra: number; renewal: string | null }>
}

export const purchaseOf = (key: ProductKey) =>
  ({
    product_id: key,
    sku_id: skuId(key),
    amount: priceOf(key),
    pay_platform: 'wechatpay',
    pay_method: 'qrcode',
    expire_seconds: 60,
  }) as const

/** Returns a server of the build for China that sells plans through the sandbox. */
export async function billingChinaServer(options: TestServerOptions = {}): Promise<BillingChinaServer> {
  const server = await testServer({ ...options, settings: { ...SANDBOX_SETTINGS, REGION: 'cn', ...options.settings } })
  const qr = server.ctx.qrPayments as QrSandbox
  const order: BillingChinaServer['order'] = (user, key, body = {}) =>
    user.billingChina.checkout({ body: { ...purchaseOf(key), ...body } })
  const subscribe: BillingChinaServer['subscribe'] = (user, key, body = {}) =>
    user.billingChina.subscribe({ body: { ...purchaseOf(key), ...body } })
  const buy: BillingChinaServer['buy'] = async (user, key) => {
    const isPack = key.startsWith('hourly')
    const id = isPack ? (await order(user, key)).data.order_id : (await subscribe(user, key as PlanKey)).data.sub_id
    await (isPack ? payOrder : signAgreement)(qr.sandbox, id)
    await server.waitForJobs()
    return id
  }
  return Object.assign(server, {
    qr,
    order,
    subscribe,
    buy,
    membership: async (user: User) => {
      const { type, flag, minutes, extra, renewal } = await readMembership(server.ctx, user.id)
      return { type, flag, left: minutes.left, extra: extra.left, renewal }
    },
  })
}

/** Advances the clock, and runs everything due by then. */
export async function wait(server: BillingChinaServer, time: Millis): Promise<void> {
  server.clock.advance(time)
  const renewal = billingChina.schedules?.find(({ job }) => job.name.endsWith('.renew'))
  await server.ctx.jobs.send(renewal!.job, {})
  await server.waitForJobs()
}

/** Returns the payments of a user, newest first. They are read without a session, because a session ends before a plan does. */
export async function paymentsOf(server: BillingChinaServer, user: User): Promise<Payment[]> {
  const { payments } = (await billingChina.personalData?.(server.ctx, user.id)) ?? {}
  return payments as Payment[]
}

type Payment = { readonly id: string; readonly name: string; readonly amount: number; readonly status: string }
