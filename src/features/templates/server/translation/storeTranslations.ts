import type { AppContext } from '#platform/context.ts'

export type TranslationRecord = {
  template_id: string
  version: number
  language: string
  state: 'pending' | 'ready' | 'failed'
  title: string
  description: string
  note_tab_name: string
  content: string
  changed_at: Date
}
export type TranslationKey = Pick<TranslationRecord, 'template_id' | 'version' | 'language'>

const tables = (ctx: AppContext) => ctx.db.withTables<{ template_translation: TranslationRecord }>()

/** Returns the translations of these templates, of all versions and languages. */
export async function listTranslations(ctx: AppContext, ids: readonly string[]): Promise<TranslationRecord[]> {
  if (ids.length === 0) return []
  return await tables(ctx).selectFrom('template_translation').selectAll().where('template_id', 'in', ids).execute()
}

/**
 * Marks a translation as pending and returns true. Returns false when there is one already, or one that was marked after
 * `retryBefore`.
 */
export async function markPending(tx: AppContext, key: TranslationKey, retryBefore: Date): Promise<boolean> {
  const marked = await tables(tx)
    .insertInto('template_translation')
    .values({ ...key, state: 'pending', title: '', description: '', note_tab_name: '', content: '', changed_at: tx.clock.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['template_id', 'version', 'language'])
        .doUpdateSet({ state: 'pending', changed_at: tx.clock.now() })
        .where('template_translation.state', '<>', 'ready')
        .where('template_translation.changed_at', '<', retryBefore),
    )
    .returning('template_id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Changes a translation. Does nothing when the version was deleted in the meantime. */
export async function updateTranslation(
  tx: AppContext,
  { template_id, version, language }: TranslationKey,
  change: Partial<TranslationRecord>,
): Promise<void> {
  await tables(tx)
    .updateTable('template_translation')
    .set(change)
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .where('language', '=', language)
    .execute()
}
