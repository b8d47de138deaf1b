import type { Sandbox } from '../customerTransaction.ts'
import { withPortal } from '../objects.ts'
import type { CustomerRow, EventRow, InvoiceRow, PaymentRow, SubscriptionRow } from '../tables.ts'

/** Everything about a customer, newest first. */
export type CustomerView = {
  readonly customer: CustomerRow
  /** The time of the customer's clock. */
  readonly now: Date
  readonly returnUrl: string
  readonly subscriptions: readonly SubscriptionRow[]
  readonly invoices: readonly InvoiceRow[]
  readonly payments: readonly PaymentRow[]
  readonly events: readonly EventRow[]
}

/** Maximum number of notifications on the page. */
const MAX_EVENTS = 30

/** Reads the data of a portal. Throws PaymentError `notFound`. */
export const readCustomerView = (sandbox: Sandbox, portalId: string): Promise<CustomerView> =>
  withPortal(sandbox, portalId, async ({ tx, customer, now }, { return_url: returnUrl }) => {
    const { customer_id: id } = customer
    const [subscriptions, invoices, payments, events] = [
      await tx
        .selectFrom('sandbox_subscription')
        .selectAll()
        .where('customer_id', '=', id)
        .orderBy('started_at', 'desc')
        .execute(),
      await tx.selectFrom('sandbox_invoice').selectAll().where('customer_id', '=', id).orderBy('n', 'desc').execute(),
      await tx.selectFrom('sandbox_payment').selectAll().where('customer_id', '=', id).orderBy('created_at', 'desc').execute(),
      await tx
        .selectFrom('sandbox_event')
        .selectAll()
        .where('customer_id', '=', id)
        .orderBy('n', 'desc')
        .limit(MAX_EVENTS)
        .execute(),
    ]
    return { customer, now, returnUrl, subscriptions, invoices, payments, events }
  })
