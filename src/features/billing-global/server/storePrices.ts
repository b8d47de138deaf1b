import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'

export type PriceRecord = {
  price_id: string
  provider: string
  /** The plan or the pack. */
  key: string
  interval: 'month' | 'year' | 'once'
  /** Amounts in the smallest unit, by currency. */
  amounts: Record<string, number>
  is_active: boolean
  read_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_price: JsonTable<PriceRecord, 'amounts'> }>()

export const listActivePrices = async (ctx: AppContext, provider: string): Promise<PriceRecord[]> =>
  tables(ctx).selectFrom('billing_price').selectAll().where('provider', '=', provider).where('is_active', '=', true).execute()

export const findPrice = async (ctx: AppContext, priceId: string): Promise<PriceRecord | undefined> =>
  tables(ctx).selectFrom('billing_price').selectAll().where('price_id', '=', priceId).executeTakeFirst()

/** Returns the product of every price, including those no longer offered. */
export async function keysOfPrices(ctx: AppContext): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(ctx).selectFrom('billing_price').select(['price_id', 'key']).execute()
  return new Map(rows.map(({ price_id, key }) => [price_id, key]))
}

/** Sets the active prices of a provider. */
export async function replaceActivePrices(tx: AppContext, provider: string, rows: readonly PriceRecord[]): Promise<void> {
  await tables(tx).updateTable('billing_price').set({ is_active: false }).where('provider', '=', provider).execute()
  for (const row of rows) {
    const values = { ...row, amounts: json(row.amounts) }
    await tables(tx)
      .insertInto('billing_price')
      .values(values)
      .onConflict((conflict) => conflict.column('price_id').doUpdateSet(values))
      .execute()
  }
}
