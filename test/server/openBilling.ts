import { BUY_FLAGS, type ProductKey } from '#features/billing-global/rules.ts'
import { readMembership } from '#features/membership/server.ts'
import { executeSql } from '#platform/db/db.ts'
import { type CardKind, testCard } from '#platform/payments/sandbox/cards.ts'
import { advance, type AdvanceTarget, payCheckout } from '#platform/payments/sandbox/customerActions.ts'
import type { SandboxGateway } from '#platform/payments/sandbox/openSandbox.ts'
import { paths } from '#shared/paths.ts'
import type { TestServerOptions } from './pool/startServer.ts'
import { type TestServer, testServer } from './testServer.ts'
import type { User } from './user.ts'

export const SANDBOX_SETTINGS = { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' }

export type BillingServer = TestServer & {
  readonly gateway: SandboxGateway
  /** Returns the id of a price as sent by the page. */
  price: (user: User, key: ProductKey, region?: string) => Promise<string>
  /** Requests a purchase, as the page does. */
  choose: (
    user: User,
    key: ProductKey,
    options?: { trial?: boolean; region?: string },
  ) => ReturnType<User['billing']['checkSessions']>
  /** Buys something with a card. Returns the id of the checkout. */
  buy: (user: User, key: ProductKey, options?: { trial?: boolean; region?: string; card?: CardKind }) => Promise<string>
  /** Advances the clock of the user's customer, and waits until everything that follows from it is done. */
  advance: (user: User, to: AdvanceTarget) => Promise<void>
  membership: (user: User) => Promise<{ type: string; flag: string; left: number; extra: number; renewal: string | null }>
}

/** Returns a server that sells plans through the sandbox. */
export async function billingServer(options: TestServerOptions = {}): Promise<BillingServer> {
  const server = await testServer({ ...options, settings: { ...SANDBOX_SETTINGS, ...options.settings } })
  const gateway = server.ctx.payments as SandboxGateway
  const price = async (user: User, key: ProductKey, region = 'US') =>
    (await user.billing.prices({ query: { region } })).data.find(({ name }) => name === key)?.price_id ?? ''
  const choose: BillingServer['choose'] = async (user, key, { trial = false, region } = {}) =>
    user.billing.checkSessions({
      headers: {},
      body: {
        line_items: [{ price: await price(user, key, region), quantity: 1 }],
        success_url: `${server.url}${paths.memberPurchase()}?buyflag=${trial ? BUY_FLAGS.freeTrial : BUY_FLAGS.subscribe}`,
        cancel_url: `${server.url}${paths.memberPurchase()}`,
        free_trial_days: trial ? 7 : 0,
      },
    })
  const buy: BillingServer['buy'] = async (user, key, { card = 'good', ...purchase } = {}) => {
    const { data } = await choose(user, key, purchase)
    const id = data.checkout_session?.id ?? ''
    await payCheckout(gateway.sandbox, id, { card: testCard(card) })
    await server.waitForJobs()
    return id
  }
  const customerOf = async (user: User): Promise<string> => {
    const { rows } = await executeSql<{ customer_id: string }>(
      server.ctx.db,
      'select customer_id from billing_customer where user_id = $1',
      [user.id],
    )
    return rows[0]?.customer_id ?? ''
  }
  return Object.assign(server, {
    gateway,
    price,
    choose,
    buy,
    advance: async (user: User, to: AdvanceTarget) => {
      await advance(gateway.sandbox, await customerOf(user), to)
      await server.waitForJobs()
    },
    membership: async (user: User) => {
      const { type, flag, minutes, extra, renewal } = await readMembership(server.ctx, user.id)
      return { type, flag, left: minutes.left, extra: extra.left, renewal }
    },
  })
}
