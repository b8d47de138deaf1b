import { expect, it } from 'vitest'
import { environment } from '#platform/config/environment.ts'
import { minutes } from '#shared/units.ts'
import { openStripeTestMode } from '#test/fakes/stripe/openStripeTestMode.ts'
import { describeGateway } from '#test/payments/gatewayConformance.ts'

/** Secret key of a real account in test mode, if there is one. Live keys are never used. */
const keys = [environment()['STRIPE_TEST_KEY'] ?? ''].filter((key) => /^sk_test_\w+$/.test(key))

it('the test mode of Stripe needs an account: STRIPE_TEST_KEY=sk_test_…', (ctx) => {
  if (keys.length === 0) ctx.skip('STRIPE_TEST_KEY is not set, or is no key of the test mode')
  expect(keys).toHaveLength(1)
})

for (const key of keys)
  describeGateway('The test mode of Stripe', async () => await openStripeTestMode(key), { timeout: minutes(10) })
