import { sql } from 'kysely'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { type Millis, minutes } from '#shared/units.ts'
import { lockFiles, updateFiles } from './store.ts'

type Tables = { playback_position: { user_id: string; file_id: string; position_ms: number } }

const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

/** Opening a recording again within this time does not change when it was last opened. */
const VISIT_INTERVAL = minutes(1)

/**
 * Records that the user has opened a recording, and the position of its player if given. Rejects with NotFound for a recording of
 * another user.
 */
export const noteVisit = (ctx: AppContext, userId: string, fileId: string, position: Millis | undefined): Promise<void> =>
  ctx.transaction(async (tx) => {
    const [row] = await lockFiles(tx, userId, [fileId])
    if (!row) throw new NotFound()
    const now = tx.clock.now()
    // A player that continues while other pages are open also reports its position.
    const readsSummary = position === undefined && row.has_new_summary
    const change = {
      ...(now.getTime() - row.opened_at.getTime() >= VISIT_INTERVAL && { opened_at: now }),
      ...(readsSummary && { has_new_summary: false }),
    }
    if (Object.keys(change).length > 0) await updateFiles(tx, userId, [fileId], change)
    if (position === undefined) return
    await tables(tx)
      .insertInto('playback_position')
      .values({ user_id: userId, file_id: fileId, position_ms: position })
      .onConflict((conflict) => conflict.columns(['user_id', 'file_id']).doUpdateSet({ position_ms: position }))
      .execute()
  })

/** Returns the player positions of the user's recordings, without those never played. */
export async function readPositions(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, Millis>> {
  const rows = await tables(ctx)
    .selectFrom('playback_position')
    .select(['file_id', 'position_ms'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
    .execute()
  return new Map(rows.map(({ file_id, position_ms }) => [file_id, position_ms]))
}
