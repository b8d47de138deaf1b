import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { newCheckout } from '#test/payments/buyPlan.ts'
import { createSandboxHarness, SANDBOX_SETTINGS, sandboxOf } from '#test/payments/openSandboxHarness.ts'
import { testServer } from '#test/server/testServer.ts'
import { testCard } from '../cards.ts'
import { payCheckout, setSwitches, type Switches } from '../customerActions.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A server that receives the notifications of a sandbox and responds with the given status. */
async function openReceiver(statusOf: (received: Received) => number = () => 200) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { path: request.url ?? '', headers: request.headers, body: await buffer(request) }
    received.push(one)
    response.writeHead(statusOf(one)).end('{}')
  }
  const receiver = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const server = await testServer({ settings: { ...SANDBOX_SETTINGS, PUBLIC_URL: publicUrl }, dedicated: true })
  const harness = createSandboxHarness(server)
  const sandbox = sandboxOf(server)
  const customer = await harness.createCustomer()
  return {
    server,
    harness,
    gateway: harness.gateway,
    customer,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body.toString()) as { type: string }).type),
    setSwitches: (switches: Partial<Switches>) => setSwitches(sandbox, customer.customerId, switches),
    /** Buys a plan, which causes three notifications. */
    buyPlan: async () => {
      const { id } = await harness.gateway.createCheckout(await newCheckout(harness, customer))
      await payCheckout(sandbox, id, { card: testCard('good') })
    },
    missed: async () => (await harness.gateway.listMissedNotifications(new Date(0))).map(({ type }) => type),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}

const TYPES = ['customer.subscription.created', 'invoice.paid', 'checkout.session.completed']

describe('notifications of the sandbox', () => {
  it('are sent to this server, signed, in order and once', async () => {
    await using to = await openReceiver()
    await to.buyPlan()
    await to.server.waitForJobs()
    expect(to.types()).toEqual(TYPES)
    expect(await to.missed()).toEqual([])
    for (const { path, headers, body } of to.received) {
      expect(path).toBe('/api/membership/payments/webhook/sandbox')
      const { eventId } = await to.gateway.parseNotification(headers as Record<string, string>, body)
      expect(headers).toMatchObject({ 'webhook-id': eventId, 'content-type': 'application/json' })
    }
  })

  it('are repeated until they are acknowledged', async () => {
    let failures = 2
    await using to = await openReceiver(() => (failures-- > 0 ? 500 : 204))
    await to.buyPlan()
    await to.server.waitForJobs()
    expect(to.received.length).toBe(TYPES.length + 2)
    expect(new Set(to.types())).toEqual(new Set(TYPES))
    expect(await to.missed()).toEqual([])
  })

  it('stop after six attempts and are listed as missed', async () => {
    await using to = await openReceiver(() => 500)
    await to.buyPlan()
    expect(await to.missed()).toEqual(TYPES)
    await to.server.waitForJobs()
    expect(to.received.length).toBe(TYPES.length * 6)
    expect(await to.missed()).toEqual(TYPES)
    expect(await to.gateway.listMissedNotifications(new Date(to.server.clock.now().getTime() + 1))).toEqual([])
  })

  it('are not acknowledged by a redirect', async () => {
    await using to = await openReceiver(() => 302)
    await to.buyPlan()
    await to.server.waitForJobs()
    expect(await to.missed()).toEqual(TYPES)
  })

  it('are sent three times each with the switch for duplicates', async () => {
    await using to = await openReceiver()
    await to.setSwitches({ sends_duplicates: true })
    await to.buyPlan()
    await to.server.waitForJobs()
    expect(to.types()).toEqual(TYPES.flatMap((type) => [type, type, type]))
  })

  it('overtake each other with the switch for reordering', async () => {
    await using to = await openReceiver()
    await to.setSwitches({ sends_late_first: true })
    await to.buyPlan()
    // The notifications are delayed. Makes all of them due.
    await executeSql(to.server.ctx.db, `update pgboss.job set start_after = now() where state = 'created'`)
    await to.server.waitForJobs()
    expect(to.types()).toEqual(TYPES.toReversed())
  })

  it('are not sent with the switch that loses them, but are listed', async () => {
    await using to = await openReceiver()
    await to.setSwitches({ sends_nothing: true })
    await to.buyPlan()
    await to.server.waitForJobs()
    expect(to.received).toEqual([])
    expect(await to.missed()).toEqual(TYPES)
  })

  it('wait as long as the switch says', async () => {
    await using to = await openReceiver()
    await to.setSwitches({ delay_seconds: 90 })
    await to.buyPlan()
    const { rows } = await executeSql<{ wait: number }>(
      to.server.ctx.db,
      `select extract(epoch from start_after - created_on)::int as wait from pgboss.job
       where name = 'payments.deliver-sandbox-event' and state = 'created'`,
    )
    expect(rows).toEqual(TYPES.map(() => ({ wait: 90 })))
  })

  it('are stored only together with the change they report', async () => {
    await using to = await openReceiver()
    await to.server.waitForJobs()
    const { gateway, customer, harness } = to
    const request = await newCheckout(harness, customer)
    await expect(gateway.createCheckout({ ...request, priceId: 'price_none' })).rejects.toMatchObject({ name: 'PaymentError' })
    expect(await to.missed()).toEqual([])
  })
})

describe('a signature', () => {
  it('is valid for five minutes before and after', async () => {
    await using to = await openReceiver(() => 500)
    await to.buyPlan()
    const { headers, body } = await to.harness.nextNotification()
    const parse = (shift: number) => {
      to.server.clock.advance(shift)
      const parsed = to.gateway.parseNotification(headers, body)
      to.server.clock.advance(-shift)
      return parsed
    }
    for (const shift of [0, minutes(5), minutes(-5)]) expect(await parse(shift)).toMatchObject({ livemode: false })
    for (const shift of [minutes(5) + seconds(1), minutes(-5) - seconds(1)])
      await expect(parse(shift)).rejects.toMatchObject({ failure: 'signature' })
  })

  it('covers the id, the time and the body', async () => {
    await using to = await openReceiver(() => 500)
    await to.buyPlan()
    const { headers, body } = await to.harness.nextNotification()
    const changes: Record<string, string>[] = [
      { 'webhook-id': 'evt_other' },
      { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
      { 'webhook-timestamp': 'soon' },
      { 'webhook-signature': '' },
      { 'webhook-signature': `v1a,${headers['webhook-signature']?.slice(3) ?? ''}` },
    ]
    for (const change of changes)
      await expect(to.gateway.parseNotification({ ...headers, ...change }, body)).rejects.toMatchObject({ failure: 'signature' })
    const several = { ...headers, 'webhook-signature': `v1,AAAA ${headers['webhook-signature'] ?? ''}` }
    expect(await to.gateway.parseNotification(several, body)).toMatchObject({ livemode: false })
  })
})
