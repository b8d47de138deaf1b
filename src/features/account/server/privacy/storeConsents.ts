import type { Generated, Selectable } from 'kysely'
import type { AppContext } from '#platform/context.ts'

type ConsentTable = {
  user_id: string
  consent_id: string
  country: string
  privacy_version: string
  is_marketing_agreement: boolean
  source: string
  agreed_at: Date
  /** Increases with every consent. */
  entry: Generated<string>
}

export type ConsentRow = Selectable<ConsentTable>

const tables = (ctx: AppContext) => ctx.db.withTables<{ consent: ConsentTable }>()

export async function insertConsent(ctx: AppContext, row: Omit<ConsentRow, 'entry'>): Promise<void> {
  await tables(ctx).insertInto('consent').values(row).execute()
}

/** Returns the latest consent of the user. */
export const latestConsent = async (ctx: AppContext, userId: string): Promise<ConsentRow | undefined> =>
  tables(ctx).selectFrom('consent').selectAll().where('user_id', '=', userId).orderBy('entry', 'desc').limit(1).executeTakeFirst()

/** Returns all consents of the user, newest first. */
export const listConsents = async (ctx: AppContext, userId: string): Promise<ConsentRow[]> =>
  tables(ctx)
    .selectFrom('consent')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('agreed_at', 'desc')
    .orderBy('consent_id', 'desc')
    .execute()

export async function hasConsent(ctx: AppContext, userId: string, version: string): Promise<boolean> {
  const found = await tables(ctx)
    .selectFrom('consent')
    .select('consent_id')
    .where('user_id', '=', userId)
    .where('privacy_version', '=', version)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
