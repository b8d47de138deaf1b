import { z } from 'zod'
import { isSessionActive } from '#features/account/server.ts'
import { withinStorageLimit } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { LinkSigner } from '#platform/crypto/signedLinks.ts'
import type { Caller } from '#platform/http/caller.ts'
import { job } from '#platform/jobs/jobs.ts'
import { newId } from '#shared/newId.ts'
import { exportBytes, LINK_LIFETIME, MAX_WAITING_DOCUMENTS } from '../contract.ts'
import type { ParsedDocument } from './sent-document/sentDocuments.ts'
import {
  type StoredRequest,
  deleteRequests,
  deleteRequestsBefore,
  findRequest,
  insertRequest,
  listDocuments,
  lockDocuments,
} from './storeRequests.ts'

/**
 * Stores a download request and returns a signed link to it. The link needs no Authorization header and expires with the session.
 */
export async function createLink(ctx: AppContext, caller: Caller, request: StoredRequest): Promise<string> {
  return signLink(ctx, caller, await storeRequest(ctx, caller, request, null))
}

/**
 * Stores an uploaded document and returns a link to it. Its text counts towards the storage of the account until it expires.
 * Downloaded documents are deleted to make room for it.
 */
export async function createDocumentLink(
  ctx: AppContext,
  caller: Caller,
  { head, text }: ParsedDocument,
): Promise<string | { refused: 'tooManyWaiting' | 'accountFull' }> {
  const { userId } = caller
  const stored = await ctx.transaction(async (tx) => {
    await lockDocuments(tx, userId)
    if (text !== null && !(await makeRoom(tx, userId))) return { refused: 'tooManyWaiting' as const }
    const document = text && Buffer.from(text.buffer, text.byteOffset, text.byteLength)
    return withinStorageLimit(tx, userId, () => storeRequest(tx, caller, { kind: 'document', head }, document))
  })
  return typeof stored === 'string' ? signLink(ctx, caller, stored) : stored
}

/** Deletes documents that are no longer needed. Returns whether there is room for another one. */
async function makeRoom(tx: AppContext, userId: string): Promise<boolean> {
  const documents = await listDocuments(tx, userId)
  const expired = documents.filter(({ expires_at }) => expires_at <= tx.clock.now())
  const alive = documents.filter((document) => !expired.includes(document))
  const excess = alive.slice(0, Math.max(0, alive.length + 1 - MAX_WAITING_DOCUMENTS))
  const replaced = excess.filter(({ downloaded_at }) => downloaded_at !== null)
  await deleteRequests(
    tx,
    userId,
    [...expired, ...replaced].map(({ export_id }) => export_id),
  )
  return replaced.length === excess.length
}

async function storeRequest(
  ctx: AppContext,
  { userId }: Caller,
  request: StoredRequest,
  document: Buffer | null,
): Promise<string> {
  const id = newId(ctx.clock.now())
  const expires_at = new Date(ctx.clock.now().getTime() + LINK_LIFETIME)
  await insertRequest(ctx, { export_id: id, user_id: userId, request, document, expires_at })
  return id
}

function signLink(ctx: AppContext, { userId: user, sessionId: session }: Caller, id: string): string {
  const { expires, sig } = signerOf(ctx).sign('export', [id, user, session], LINK_LIFETIME)
  const query = new URLSearchParams({ id, user, session, expires: String(expires), sig })
  return `${ctx.config.publicUrl.replace(/\/+$/, '')}/api${exportBytes.download.path}?${query}`
}

type Link = z.output<(typeof exportBytes.download)['query']>

export type OpenedLink = {
  readonly id: string
  readonly userId: string
  readonly request: StoredRequest
  /** The text of an uploaded document. */
  readonly document: Buffer | null
}

/** Returns the request of a link; null if the signature is wrong, the link has expired or the session has ended. */
export async function openLink(ctx: AppContext, link: Link): Promise<OpenedLink | null> {
  if (signerOf(ctx).check('export', [link.id, link.user, link.session], link) !== 'valid') return null
  if (!(await isSessionActive(ctx, { userId: link.user, sessionId: link.session }))) return null
  const found = await findRequest(ctx, link.user, link.id)
  return found ? { id: link.id, userId: link.user, ...found } : null
}

const signerOf = (ctx: AppContext): LinkSigner => new LinkSigner(ctx.secrets.setupKey, ctx.clock)

export const deleteExpiredRequestsJob = job('export.delete-expired', z.object({}))
export const deleteExpiredRequests = (ctx: AppContext): Promise<void> => deleteRequestsBefore(ctx, ctx.clock.now())
