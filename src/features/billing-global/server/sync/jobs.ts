import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

/** Ends a subscription that must not run, and refunds what was paid for it. */
export const endSubscriptionJob = job(
  'billing.end-subscription',
  z.object({ subscriptionId: z.string(), paysBack: z.boolean() }),
  {
    attempts: 20,
    retryDelay: 30,
  },
)

/** Reads a payment, which may have been refunded before its purchase was known here. */
export const paymentJob = job('billing.payment', z.object({ paymentId: z.string() }), { attempts: 10, retryDelay: 5 })
