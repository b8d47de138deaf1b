import type { Kysely } from 'kysely'
import { PaymentError } from '../payments.ts'
import { type CustomerTransaction, type Sandbox, tablesOf } from './customerTransaction.ts'
import type { SandboxTables } from './tables.ts'
import { withCustomer } from './withCustomer.ts'

type Owned = { readonly customer_id: string }
type Find<Row> = (db: Kysely<SandboxTables>, id: string) => Promise<Row | undefined>

/** Returns a function that runs `work` with an object in a transaction that locks its customer. */
const withOwned =
  <Row extends Owned>(find: Find<Row>) =>
  async <T>(sandbox: Sandbox, id: string, work: (transaction: CustomerTransaction, row: Row) => Promise<T>): Promise<T> => {
    const found = await find(tablesOf(sandbox), id)
    if (!found) throw new PaymentError('notFound', `there is no ${id}`)
    return withCustomer(sandbox, found.customer_id, async (transaction) => {
      const row = await find(transaction.tx, id)
      if (!row) throw new PaymentError('notFound', `there is no ${id}`)
      return work(transaction, row)
    })
  }

export const findSubscription = (db: Kysely<SandboxTables>, id: string) =>
  db.selectFrom('sandbox_subscription').selectAll().where('subscription_id', '=', id).executeTakeFirst()

export const withCheckout = withOwned((db, id) =>
  db.selectFrom('sandbox_checkout').selectAll().where('checkout_id', '=', id).executeTakeFirst(),
)
export const withSubscription = withOwned(findSubscription)
export const withInvoice = withOwned((db, id) =>
  db.selectFrom('sandbox_invoice').selectAll().where('invoice_id', '=', id).executeTakeFirst(),
)
export const withPayment = withOwned((db, id) =>
  db.selectFrom('sandbox_payment').selectAll().where('payment_id', '=', id).executeTakeFirst(),
)
export const withPortal = withOwned((db, id) =>
  db.selectFrom('sandbox_portal').selectAll().where('portal_id', '=', id).executeTakeFirst(),
)
export const withQrOrder = withOwned((db, id) =>
  db.selectFrom('sandbox_qr_order').selectAll().where('order_no', '=', id).executeTakeFirst(),
)
export const withQrAgreement = withOwned((db, id) =>
  db.selectFrom('sandbox_qr_agreement').selectAll().where('agreement_no', '=', id).executeTakeFirst(),
)
