import { hashToken } from '#platform/crypto/hashes.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { readFiles, type FileRecord } from '#features/files/server.ts'
import { findLinkByToken, type LinkRecord } from './storeLinks.ts'
import { TOKEN_PATTERN } from './tokens.ts'

export type Shared = { readonly link: LinkRecord; readonly file: FileRecord }

/**
 * Returns the link of a token and its recording. Rejects with the same NotFound when the link does not exist, was revoked or has
 * expired, and when its recording is in the trash or deleted. Nothing is cached, so that changes apply immediately.
 */
export async function findShared(ctx: AppContext, token: string): Promise<Shared> {
  // Malformed tokens are looked up too, so that timing reveals nothing.
  const link = await findLinkByToken(ctx, hashToken(token))
  if (!link || !TOKEN_PATTERN.test(token) || !isOpen(ctx, link)) throw new NotFound()
  const [file] = await readFiles(ctx, link.user_id, [link.file_id])
  if (!file || file.trashed_at) throw new NotFound()
  return { link, file }
}

const isOpen = (ctx: AppContext, { revoked_at, expires_at }: LinkRecord): boolean =>
  revoked_at === null && (expires_at === null || expires_at > ctx.clock.now())

/** Returns whether a link still serves the same audio as when it was opened. */
export async function isUnchanged(ctx: AppContext, token: string, { link, file }: Shared): Promise<boolean> {
  try {
    const now = await findShared(ctx, token)
    return JSON.stringify(audioOf(now)) === JSON.stringify(audioOf({ link, file }))
  } catch (error) {
    if (error instanceof NotFound) return false
    throw error
  }
}

const audioOf = ({ link, file }: Shared) => [
  link.generation,
  link.clip_start_ms,
  link.clip_end_ms,
  link.shows_audio,
  link.allows_download,
  link.password_hash,
  file.blob_key,
  file.sound_deleted_at,
]

/** Returns the clip of a link, or null for the whole recording. */
export const clipOf = ({ clip_start_ms: start, clip_end_ms: end }: LinkRecord): { start: number; end: number } | null =>
  start === null || end === null ? null : { start, end }
