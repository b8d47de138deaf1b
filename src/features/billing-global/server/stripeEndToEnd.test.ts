import { expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { readMembership } from '#features/membership/server.ts'
import { WEBHOOK_SECRET } from '#test/fakes/stripe/openTestStripe.ts'
import { startEmulatedStripe } from '#test/fakes/stripe/startEmulatedStripe.ts'
import { testServer } from '#test/server/testServer.ts'

/** The third-party emulator supports customers, prices and checkouts, but no subscriptions. */
it('sells a pack of minutes through an emulated provider: page, signed notification, minutes', async () => {
  await using emulated = await startEmulatedStripe()
  await emulated.createPrice({ key: 'hourlypacket', amount: 480 })
  const settings = {
    PAYMENTS_PROVIDER: 'stripe',
    INSTANCE_MODE: 'demo',
    STRIPE_SECRET_KEY: 'sk_test_earshot',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: emulated.url,
  }
  await using server = await testServer({ settings, dedicated: true })
  // The emulator signs with the time of this machine.
  server.clock.advance(systemClock.now().getTime() - server.clock.now().getTime())
  const user = await server.user()
  const { data: prices } = await user.billing.prices({ query: { region: 'US' } })
  expect(prices).toMatchObject([{ name: 'hourlypacket', unit_amount: 480, currency: 'USD', type: 'one_time' }])
  const body = { line_items: [{ price: prices[0]?.price_id ?? '' }] }
  const { data } = await user.billing.checkSessions({ headers: {}, body })
  const id = data.checkout_session?.id ?? ''
  expect(await emulated.pay(data.checkout_session?.url ?? '')).toContain(`session_id=${id}&buyflag=-1`)
  const sent = emulated.notifications.findLast(({ type }) => type === 'checkout.session.completed')
  const send = () =>
    fetch(`${server.url}/api/membership/payments/webhook/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...sent?.headers },
      body: sent?.body as BodyInit,
    })
  for (const _ of [1, 2, 3]) expect((await send()).status).toBe(200)
  await server.waitForJobs()
  expect((await user.billing.checkoutSession({ params: { id } })).data.payment_status).toBe('paid')
  expect(await readMembership(server.ctx, user.id)).toMatchObject({ extra: { left: 7200 } })
})
