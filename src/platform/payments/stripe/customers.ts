import type { Stripe } from 'stripe'
import { receive, receiveAll } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

/**
 * The e-mail address is set by a second request: a key may only be reused with the same content, and users change their address.
 */
export async function createCustomer(
  stripe: StripeContext,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const { id } = await receive(
    'customer',
    stripe.client.customers.create({ metadata: { user_id: userId } }, { idempotencyKey: `customer:${userId}` }),
  )
  await receive('customer', stripe.client.customers.update(id, { email }))
  return id
}

/** Plans cannot be changed on Stripe's page, which does not know their order. */
const PORTAL: Stripe.BillingPortal.ConfigurationCreateParams = {
  features: {
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: false },
  },
  metadata: { app: 'earshot' },
}

/** Returns a function that creates portal pages. Their configuration is looked up or created once. */
export function createPortal(stripe: StripeContext): (customerId: string, returnUrl: string) => Promise<string> {
  let found: Promise<string> | null = null
  return async (customerId, returnUrl) => {
    found ??= findConfiguration(stripe)
    try {
      const session = { customer: customerId, return_url: returnUrl, configuration: await found }
      return (await receive('billing_portal.session', stripe.client.billingPortal.sessions.create(session))).url
    } catch (error) {
      // The configuration may have been deactivated by the operator.
      found = null
      throw error
    }
  }
}

async function findConfiguration(stripe: StripeContext): Promise<string> {
  const configurations = await receiveAll('billing_portal.configuration', (page) =>
    stripe.client.billingPortal.configurations.list({ active: true, ...page }),
  )
  const own = configurations.find(({ metadata }) => metadata?.['app'] === 'earshot')
  if (own) return own.id
  const created = await receive('billing_portal.configuration', stripe.client.billingPortal.configurations.create(PORTAL))
  return created.id
}
