import { createHmac } from 'node:crypto'
import { newId } from '#shared/newId.ts'
import { testCard } from '#platform/payments/sandbox/cards.ts'
import { advance, dispute, setCancelAtPeriodEnd, setCard } from '#platform/payments/sandbox/customerActions.ts'
import { signNotification, toNotification } from '#platform/payments/sandbox/notifications/signing.ts'
import type { SandboxGateway } from '#platform/payments/sandbox/openSandbox.ts'
import type { SandboxTables } from '#platform/payments/sandbox/tables.ts'
import { type TestServer, testServer } from '../server/testServer.ts'
import type { GatewayHarness, TestCard } from './GatewayHarness.ts'

export const SANDBOX_SETTINGS = { PAYMENTS_PROVIDER: 'sandbox', INSTANCE_MODE: 'demo' }

/** Sends a form of a sandbox page, as a browser does, and returns the response. */
export const sendForm = (url: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  })

/** Returns the sandbox of a test server. */
export const sandboxOf = (server: TestServer) => (server.ctx.payments as SandboxGateway).sandbox

/** Pays with a card on a payment page, and passes 3-D Secure. Returns the URL to which the browser is redirected. */
export async function payOnPage(url: string, card: TestCard): Promise<string | null> {
  const { number } = testCard(card)
  const response = await sendForm(url, { action: 'pay', card: number })
  const target = response.headers.get('location')
  if (!target?.includes('/secure?')) return target
  return (await sendForm(`${url}/secure`, { card: number, outcome: 'pass' })).headers.get('location')
}

/** Returns the sandbox of a real server, whose pages are used to pay. */
export const openSandboxHarness = async (): Promise<GatewayHarness> =>
  createSandboxHarness(await testServer({ settings: SANDBOX_SETTINGS }))

/** Disposing the harness disposes the server. */
export function createSandboxHarness(server: TestServer): GatewayHarness {
  const { clock, ctx, url } = server
  const gateway = ctx.payments as SandboxGateway
  const { sandbox } = gateway
  const createUser = () => ({ userId: newId(clock.now()), email: 'anna@example.com' })
  return {
    gateway,
    createUser,
    createCustomer: async () => {
      const user = createUser()
      return { userId: user.userId, customerId: await gateway.createCustomer(user) }
    },
    now: async () => clock.now(),
    payCheckout: async (id, card) => void (await payOnPage(`${url}/sandbox/checkout/${id}`, card)),
    payInvoice: async (id, card) => void (await payOnPage(`${url}/sandbox/invoice/${id}`, card)),
    setCard: (customerId, card) => setCard(sandbox, customerId, card && testCard(card)),
    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(sandbox, id, true),
    advance: (customerId, to) => advance(sandbox, customerId, to),
    dispute: (paymentId, outcome) => dispute(sandbox, paymentId, outcome),
    nextNotification: createNotificationReader(server),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Returns a function that returns each notification once, signed as it is sent. */
function createNotificationReader({ ctx, clock }: TestServer): GatewayHarness['nextNotification'] {
  const secret = createHmac('sha256', ctx.secrets.setupKey).update('sandbox notifications').digest()
  let last = 0
  return async () => {
    const event = await ctx.db
      .withTables<SandboxTables>()
      .selectFrom('sandbox_event')
      .selectAll()
      .where('n', '>', last)
      .orderBy('n')
      .limit(1)
      .executeTakeFirst()
    if (!event) throw new Error('there is no further notification')
    last = event.n
    const { headers, body } = signNotification(secret, toNotification(event), clock.now())
    return { headers, body: Buffer.from(body) }
  }
}
