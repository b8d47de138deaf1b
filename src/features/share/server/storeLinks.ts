import type { AppContext } from '#platform/context.ts'

export type LinkRecord = {
  user_id: string
  link_id: string
  file_id: string
  token_hash: Buffer
  /** Increased when the link gets a new address. */
  generation: number
  is_client: boolean
  label: string
  shows_summary: boolean
  shows_transcript: boolean
  shows_audio: boolean
  note_ids: string[]
  clip_start_ms: number | null
  clip_end_ms: number | null
  hides_names: boolean
  allows_download: boolean
  password_hash: string | null
  expires_at: Date | null
  revoked_at: Date | null
  created_at: Date
  view_count: number
  last_viewed_at: Date | null
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ share_link: LinkRecord }>()

/** Returns the links to a recording in order of creation. */
export const listLinks = (ctx: AppContext, userId: string, fileId: string): Promise<LinkRecord[]> =>
  tables(ctx)
    .selectFrom('share_link')
    .selectAll()
    .where('user_id', '=', userId)
    .where('file_id', '=', fileId)
    .orderBy('created_at')
    .orderBy('link_id')
    .execute()

export const listAllLinks = (ctx: AppContext, userId: string): Promise<LinkRecord[]> =>
  tables(ctx)
    .selectFrom('share_link')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('link_id')
    .execute()

export const readLink = (ctx: AppContext, userId: string, linkId: string): Promise<LinkRecord | undefined> =>
  tables(ctx).selectFrom('share_link').selectAll().where('user_id', '=', userId).where('link_id', '=', linkId).executeTakeFirst()

/** Returns a link and locks it until the transaction ends. */
export const lockLink = (tx: AppContext, userId: string, linkId: string): Promise<LinkRecord | undefined> =>
  tables(tx)
    .selectFrom('share_link')
    .selectAll()
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()

/** Returns the link with a token hash, of any owner. */
export const findLinkByToken = (ctx: AppContext, tokenHash: Buffer): Promise<LinkRecord | undefined> =>
  tables(ctx).selectFrom('share_link').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()

export const insertLink = async (ctx: AppContext, row: LinkRecord): Promise<void> =>
  void (await tables(ctx).insertInto('share_link').values(row).execute())

export const updateLink = (
  ctx: AppContext,
  { user_id, link_id }: Pick<LinkRecord, 'user_id' | 'link_id'>,
  change: Partial<LinkRecord>,
): Promise<LinkRecord | undefined> =>
  tables(ctx)
    .updateTable('share_link')
    .set(change)
    .where('user_id', '=', user_id)
    .where('link_id', '=', link_id)
    .returningAll()
    .executeTakeFirst()

/** Increments the number of views. */
export const countView = async (ctx: AppContext, { user_id, link_id }: LinkRecord, at: Date): Promise<void> =>
  void (await tables(ctx)
    .updateTable('share_link')
    .set(({ eb }) => ({ view_count: eb('view_count', '+', 1), last_viewed_at: at }))
    .where('user_id', '=', user_id)
    .where('link_id', '=', link_id)
    .execute())

/** Deletes a link. Returns whether it existed. */
export async function deleteLink(ctx: AppContext, userId: string, linkId: string): Promise<boolean> {
  const { numDeletedRows } = await tables(ctx)
    .deleteFrom('share_link')
    .where('user_id', '=', userId)
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
