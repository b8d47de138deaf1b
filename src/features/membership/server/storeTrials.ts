import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'

/** A claimed free trial. The hash is that of a user, a mailbox or a card. */
type ClaimRecord = { person_hash: Buffer; source_ref: string | null; claimed_at: Date }

const tables = (ctx: AppContext) => ctx.db.withTables<{ claimed_trial: ClaimRecord }>()

export const findClaims = async (ctx: AppContext, hashes: readonly Buffer[]): Promise<ClaimRecord[]> =>
  tables(ctx)
    .selectFrom('claimed_trial')
    .selectAll()
    .where(sql<boolean>`person_hash = any(${[...hashes]}::bytea[])`)
    .execute()

/** Adds claims. Existing ones keep their trial. */
export const insertClaims = async (tx: AppContext, hashes: readonly Buffer[], sourceRef: string): Promise<void> =>
  void (await tables(tx)
    .insertInto('claimed_trial')
    .values(hashes.map((person_hash) => ({ person_hash, source_ref: sourceRef, claimed_at: tx.clock.now() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute())
