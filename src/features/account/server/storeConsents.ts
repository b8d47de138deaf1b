import type { Generated, Selectable } from 'kysely'
import type { Ground } from '#platform/ground.ts'

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

const tables = (ground: Ground) => ground.db.withTables<{ consent: ConsentTable }>()

export async function insertConsent(ground: Ground, row: Omit<ConsentRow, 'entry'>): Promise<void> {
  await tables(ground).insertInto('consent').values(row).execute()
}

/** The most recent consent of the user. */
export const latestConsent = async (ground: Ground, userId: string): Promise<ConsentRow | undefined> =>
  tables(ground)
    .selectFrom('consent')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('entry', 'desc')
    .limit(1)
    .executeTakeFirst()

/** All consents of the user, newest first. */
export const listConsents = async (ground: Ground, userId: string): Promise<ConsentRow[]> =>
  tables(ground)
    .selectFrom('consent')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('agreed_at', 'desc')
    .orderBy('consent_id', 'desc')
    .execute()

export async function hasConsent(ground: Ground, userId: string, version: string): Promise<boolean> {
  const found = await tables(ground)
    .selectFrom('consent')
    .select('consent_id')
    .where('user_id', '=', userId)
    .where('privacy_version', '=', version)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
