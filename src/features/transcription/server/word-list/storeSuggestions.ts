import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

export type SuggestionRecord = {
  user_id: string
  suggestion_id: string
  /** Null for corrections in recordings without a folder. */
  folder_id: string | null
  term: string
  sounds_like: string
  corrections: number
  corrected_at: Date
  is_ignored: boolean
}

type Tables = { word_list_suggestion: SuggestionRecord; word_list_setting: { user_id: string; is_learning: boolean } }
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Returns the suggestions of a user, ignored ones included, the most frequent first. */
export const listSuggestions = async (ctx: AppContext, userId: string): Promise<SuggestionRecord[]> =>
  tables(ctx)
    .selectFrom('word_list_suggestion')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('corrections', 'desc')
    .orderBy('corrected_at', 'desc')
    .orderBy('suggestion_id')
    .execute()

/** Adds a suggestion, or counts one more correction of it. Returns whether it is ignored. */
export async function countCorrection(tx: AppContext, row: SuggestionRecord): Promise<boolean> {
  const { is_ignored } = await tables(tx)
    .insertInto('word_list_suggestion')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .expression(sql`user_id, coalesce(folder_id, ''), term, lower(sounds_like)`)
        .doUpdateSet({ corrections: sql`word_list_suggestion.corrections + 1`, corrected_at: row.corrected_at }),
    )
    .returning('is_ignored')
    .executeTakeFirstOrThrow()
  return is_ignored
}

export async function setIgnored(tx: AppContext, userId: string, suggestionId: string, isIgnored: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('word_list_suggestion')
    .set({ is_ignored: isIgnored })
    .where('user_id', '=', userId)
    .where('suggestion_id', '=', suggestionId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteSuggestions(tx: AppContext, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tables(tx)
    .deleteFrom('word_list_suggestion')
    .where('user_id', '=', userId)
    .where('suggestion_id', 'in', [...ids])
    .execute()
}

/** Deletes all but the latest suggestions. */
export async function deleteOldSuggestions(tx: AppContext, userId: string, kept: number): Promise<void> {
  const old = tables(tx)
    .selectFrom('word_list_suggestion')
    .select('suggestion_id')
    .where('user_id', '=', userId)
    .orderBy('corrected_at', 'desc')
    .orderBy('suggestion_id', 'desc')
    .offset(kept)
  await tables(tx).deleteFrom('word_list_suggestion').where('user_id', '=', userId).where('suggestion_id', 'in', old).execute()
}

export async function readLearning(ctx: AppContext, userId: string): Promise<boolean> {
  const row = await tables(ctx)
    .selectFrom('word_list_setting')
    .select('is_learning')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.is_learning ?? true
}

export async function writeLearning(tx: AppContext, userId: string, isLearning: boolean): Promise<void> {
  await tables(tx)
    .insertInto('word_list_setting')
    .values({ user_id: userId, is_learning: isLearning })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_learning: isLearning }))
    .execute()
}
