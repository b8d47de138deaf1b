import { hours } from '#shared/units.ts'
import { paths } from '#shared/paths.ts'
import type { AppContext } from '#platform/context.ts'
import { LinkSigner } from '#platform/crypto/signedLinks.ts'
import type { LinkRecord } from './storeLinks.ts'

/** A part of a page with its own URL: audio to play, or a download. */
export type PartName = 'audio' | 'download' | 'text'

const LIFETIME = hours(6)

/**
 * Returns the signed URL of a part of a page. It is bound to the link, its token, password and clip, and to one view, whose id is
 * empty when it is not counted.
 */
export function partAddress(
  ctx: AppContext,
  { link, token, viewId }: { link: LinkRecord; token: string; viewId: string },
  name: PartName,
): string {
  const { expires, sig } = signerOf(ctx).sign('share', fieldsOf(link, name, viewId), LIFETIME)
  return `${paths.share(token)}/${name}?${new URLSearchParams({ v: viewId, e: String(expires), s: sig })}`
}

/** Returns the view that a URL was created for, or null when it is not valid for this link. */
export function checkPart(ctx: AppContext, link: LinkRecord, name: PartName, query: unknown): string | null {
  const { v, e, s } = query as Record<string, unknown>
  if (typeof v !== 'string' || typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,15}$/.test(e)) return null
  return signerOf(ctx).check('share', fieldsOf(link, name, v), { expires: Number(e), sig: s }) === 'valid' ? v : null
}

const fieldsOf = (link: LinkRecord, name: PartName, viewId: string) => [
  link.link_id,
  link.generation,
  link.password_hash ?? '',
  link.clip_start_ms ?? -1,
  link.clip_end_ms ?? -1,
  name,
  viewId,
]

const signerOf = (ctx: AppContext): LinkSigner => new LinkSigner(ctx.secrets.setupKey, ctx.clock)
