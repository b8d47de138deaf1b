import type { AppContext } from '#platform/context.ts'

export type InvitationRow = {
  user_id: string
  invitation_id: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ invitation: InvitationRow }>()

export async function insertInvitation(ctx: AppContext, row: InvitationRow): Promise<void> {
  await tables(ctx).insertInto('invitation').values(row).execute()
}

/** Returns invitations that expire after `since`, newest first. */
export const listInvitations = async (ctx: AppContext, userId: string, since: Date): Promise<InvitationRow[]> =>
  tables(ctx)
    .selectFrom('invitation')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id', 'desc')
    .limit(200)
    .execute()

/** Returns how many invitations of the user are unused and not expired. */
export async function countOpenInvitations(ctx: AppContext, userId: string): Promise<number> {
  const { n } = await tables(ctx)
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Deletes an invitation. Returns false when the user has no such invitation. */
export async function deleteInvitation(ctx: AppContext, userId: string, invitationId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx)
    .deleteFrom('invitation')
    .where('user_id', '=', userId)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function isInvitationOpen(ctx: AppContext, tokenHash: Buffer, now: Date): Promise<boolean> {
  const found = await tables(ctx)
    .selectFrom('invitation')
    .select('invitation_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks an invitation as used. Returns false when it is used, expired or unknown. */
export async function markInvitationUsed(tx: AppContext, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes invitations that expired before the given time, used or not. */
export const deleteInvitationsBefore = async (ctx: AppContext, before: Date): Promise<void> =>
  void (await tables(ctx).deleteFrom('invitation').where('expires_at', '<', before).execute())
