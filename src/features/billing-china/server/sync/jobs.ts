import { z } from 'zod'
import { job } from '#platform/jobs/jobs.ts'

const patient = { attempts: 20, retryDelay: 30 }

/** Closes an order whose QR code has expired, unless it was paid. */
export const settleOrderJob = job('billing-china.settle-order', z.object({ orderId: z.string() }), patient)

/** Refunds an order that was paid a second time, or by a deleted account. */
export const refundOrderJob = job('billing-china.refund-order', z.object({ orderId: z.string() }), patient)

/** Reads an agreement from its channel, and ends it if its QR code has expired. */
export const syncAgreementJob = job('billing-china.sync-agreement', z.object({ subId: z.string() }), patient)

/** Makes the due charge of an agreement. */
export const chargeJob = job('billing-china.charge', z.object({ subId: z.string() }), { ...patient, concurrency: 2 })

/** Ends an agreement at its channel, which may be unavailable for hours. */
export const endAgreementJob = job('billing-china.end-agreement', z.object({ subId: z.string() }), {
  attempts: 500,
  retryDelay: 60,
})

/** Reads an order from its channel. */
export const syncOrderJob = job('billing-china.sync-order', z.object({ orderId: z.string() }), patient)

/** Sends an e-mail before a charge. A mail server may be down for a while. */
export const renewalNoticeJob = job('billing-china.renewal-notice', z.object({ subId: z.string(), chargeAt: z.string() }), {
  attempts: 10,
  retryDelay: 60,
})

export const renewJob = job('billing-china.renew', z.object({}))
export const settleAllJob = job('billing-china.settle', z.object({}))
export const reconcileJob = job('billing-china.reconcile', z.object({}))
