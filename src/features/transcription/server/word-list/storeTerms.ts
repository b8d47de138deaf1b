import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type TermRecord = {
  user_id: string
  term_id: string
  /** Null for a term of all recordings. */
  folder_id: string | null
  term: string
  heard: string[]
  is_enabled: boolean
  corrections: number
  created_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ word_list_term: TermRecord }>()

export const listTerms = async (ctx: AppContext, userId: string): Promise<TermRecord[]> =>
  tables(ctx)
    .selectFrom('word_list_term')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(sql`lower(term)`)
    .orderBy('term_id')
    .execute()

export const readTerm = async (ctx: AppContext, userId: string, termId: string): Promise<TermRecord | undefined> =>
  tables(ctx)
    .selectFrom('word_list_term')
    .selectAll()
    .where('user_id', '=', userId)
    .where('term_id', '=', termId)
    .executeTakeFirst()

/** Returns false when the term is on the list already. */
export async function insertTerm(tx: AppContext, row: TermRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx)
    .insertInto('word_list_term')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateTerm(
  tx: AppContext,
  { user_id, term_id }: TermRecord,
  change: Partial<Pick<TermRecord, 'term' | 'heard' | 'is_enabled' | 'corrections'>>,
): Promise<void> {
  await tables(tx)
    .updateTable('word_list_term')
    .set(change)
    .where('user_id', '=', user_id)
    .where('term_id', '=', term_id)
    .execute()
}

export async function deleteTerm(tx: AppContext, userId: string, termId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(tx)
    .deleteFrom('word_list_term')
    .where('user_id', '=', userId)
    .where('term_id', '=', termId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
