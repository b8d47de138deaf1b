import type { Ground } from '#platform/ground.ts'

export type InvitationRow = {
  user_id: string
  invitation_id: string
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

const tables = (ground: Ground) => ground.db.withTables<{ invitation: InvitationRow }>()

export async function insertInvitation(ground: Ground, row: InvitationRow): Promise<void> {
  await tables(ground).insertInto('invitation').values(row).execute()
}

/** Invitations that expire after `since`, newest first. */
export const listInvitations = async (ground: Ground, userId: string, since: Date): Promise<InvitationRow[]> =>
  tables(ground)
    .selectFrom('invitation')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id', 'desc')
    .limit(200)
    .execute()

/** Returns how many invitations of the user are unused and not expired. */
export async function countOpenInvitations(ground: Ground, userId: string): Promise<number> {
  const { n } = await tables(ground)
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', ground.clock.now())
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Returns false when the user has no such invitation. */
export async function deleteInvitation(ground: Ground, userId: string, invitationId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ground)
    .deleteFrom('invitation')
    .where('user_id', '=', userId)
    .where('invitation_id', '=', invitationId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function hasInvitation(ground: Ground, tokenHash: Buffer, now: Date): Promise<boolean> {
  const found = await tables(ground)
    .selectFrom('invitation')
    .select('invitation_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Marks an invitation as used. Returns false when it is used, expired or unknown. */
export async function markInvitationUsed(step: Ground, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(step)
    .updateTable('invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes invitations that expired before the given time, used or not. */
export const forgetInvitations = async (ground: Ground, before: Date): Promise<void> =>
  void (await tables(ground).deleteFrom('invitation').where('expires_at', '<', before).execute())
