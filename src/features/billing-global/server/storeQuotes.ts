import type { AppContext } from '#platform/context.ts'

/** The quoted amount of an upgrade. */
export type QuoteRecord = {
  quote_id: string
  user_id: string
  subscription_id: string
  /** The quote is void once the plan has another price. */
  from_price_id: string
  price_id: string
  currency: string
  amount_due: number
  /** The time from which the old plan is credited. */
  changes_at: Date
  expires_at: Date
  confirmed_at: Date | null
  invoice_id: string | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_quote: QuoteRecord }>()

export const insertQuote = async (ctx: AppContext, row: QuoteRecord): Promise<void> =>
  void (await tables(ctx).insertInto('billing_quote').values(row).execute())

export const findQuote = async (ctx: AppContext, quoteId: string): Promise<QuoteRecord | undefined> =>
  tables(ctx).selectFrom('billing_quote').selectAll().where('quote_id', '=', quoteId).executeTakeFirst()

/** Returns the latest quote for a subscription of a user, or the latest one for the given price. */
export const findLastQuote = async (
  ctx: AppContext,
  { userId, subscriptionId, priceId }: { userId: string; subscriptionId: string; priceId: string | undefined },
): Promise<QuoteRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_quote')
    .selectAll()
    .where('user_id', '=', userId)
    .where('subscription_id', '=', subscriptionId)
    .$if(priceId !== undefined, (query) => query.where('price_id', '=', priceId ?? ''))
    .orderBy('changes_at', 'desc')
    .orderBy('quote_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns whether a quote for another price is also valid, so that it is unclear which amount was confirmed. */
export const hasOtherQuote = async (ctx: AppContext, { quote_id, subscription_id, price_id }: QuoteRecord): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('billing_quote')
    .select('quote_id')
    .where('subscription_id', '=', subscription_id)
    .where('quote_id', '<>', quote_id)
    .where('price_id', '<>', price_id)
    .where('invoice_id', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .limit(1)
    .executeTakeFirst()) !== undefined

export const updateQuote = async (
  ctx: AppContext,
  quoteId: string,
  change: Partial<Pick<QuoteRecord, 'confirmed_at' | 'expires_at' | 'invoice_id'>>,
): Promise<void> => void (await tables(ctx).updateTable('billing_quote').set(change).where('quote_id', '=', quoteId).execute())

/** Returns whether another quote for the subscription was confirmed after a time and has no invoice yet. */
export const hasOtherConfirmation = async (
  ctx: AppContext,
  { quote_id, subscription_id }: QuoteRecord,
  since: Date,
): Promise<boolean> =>
  (await tables(ctx)
    .selectFrom('billing_quote')
    .select('quote_id')
    .where('subscription_id', '=', subscription_id)
    .where('quote_id', '<>', quote_id)
    .where('confirmed_at', '>', since)
    .where('invoice_id', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
