import type { AppContext } from '#platform/context.ts'

export type CheckoutRecord = {
  intent_id: string
  /** Null after the account is deleted. */
  user_id: string | null
  purpose: 'subscription' | 'pack'
  price_id: string
  currency: string
  is_trial: boolean
  status: 'open' | 'complete' | 'expired'
  /** The id at the provider; null until the provider has responded. */
  checkout_id: string | null
  url: string | null
  success_url: string
  cancel_url: string
  expires_at: Date
  subscription_id: string | null
  made_at: Date
}

type CustomerRecord = { customer_id: string; user_id: string | null; made_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_checkout: CheckoutRecord; billing_customer: CustomerRecord }>()

/** Returns the open checkout of a user for a purpose. */
export const findOpenCheckout = async (
  ctx: AppContext,
  userId: string,
  purpose: CheckoutRecord['purpose'],
): Promise<CheckoutRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_checkout')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('status', '=', 'open')
    .executeTakeFirst()

/** Inserts a checkout. Returns false when the user has an open one for the purpose. */
export async function insertCheckout(ctx: AppContext, row: CheckoutRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('billing_checkout')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type CheckoutChange = Partial<Pick<CheckoutRecord, 'status' | 'checkout_id' | 'url' | 'subscription_id'>>

export const updateCheckout = async (ctx: AppContext, intentId: string, change: CheckoutChange): Promise<void> =>
  void (await tables(ctx).updateTable('billing_checkout').set(change).where('intent_id', '=', intentId).execute())

/** Stores the page of a checkout. Returns whether the checkout is still open. */
export async function setCheckoutPage(
  ctx: AppContext,
  intentId: string,
  page: Pick<CheckoutRecord, 'checkout_id' | 'url'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('billing_checkout')
    .set(page)
    .where('intent_id', '=', intentId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findCheckout = async (ctx: AppContext, checkoutId: string): Promise<CheckoutRecord | undefined> =>
  tables(ctx).selectFrom('billing_checkout').selectAll().where('checkout_id', '=', checkoutId).executeTakeFirst()

export const findIntent = async (ctx: AppContext, intentId: string): Promise<CheckoutRecord | undefined> =>
  tables(ctx).selectFrom('billing_checkout').selectAll().where('intent_id', '=', intentId).executeTakeFirst()

/** Returns the open checkouts of all users, oldest first. */
export const listOpenCheckouts = async (ctx: AppContext): Promise<CheckoutRecord[]> =>
  tables(ctx).selectFrom('billing_checkout').selectAll().where('status', '=', 'open').orderBy('made_at').execute()

export const findCustomer = async (ctx: AppContext, userId: string): Promise<CustomerRecord | undefined> =>
  tables(ctx).selectFrom('billing_customer').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Returns the user of a customer: null after the account is deleted, undefined for a customer that is not ours. */
export async function findUserOfCustomer(ctx: AppContext, customerId: string): Promise<string | null | undefined> {
  const rows = tables(ctx).selectFrom('billing_customer').select('user_id').where('customer_id', '=', customerId)
  return (await rows.executeTakeFirst())?.user_id
}

/** Stores a customer, unless the user has one. */
export const insertCustomer = async (ctx: AppContext, row: CustomerRecord): Promise<void> =>
  void (await tables(ctx)
    .insertInto('billing_customer')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute())
