import { equalInConstantTime, hashToken, keyedHash } from '#platform/crypto/hashes.ts'
import type { AppContext } from '#platform/context.ts'
import { paths } from '#shared/paths.ts'
import { hours, type Millis } from '#shared/units.ts'
import type { LinkRecord } from './storeLinks.ts'

/** 144 bits. */
const TOKEN_BYTES = 18
export const TOKEN_PATTERN = /^[\w-]{24}$/

type Generation = Pick<LinkRecord, 'link_id' | 'generation'>

/**
 * Returns the token of a link. It is derived from a secret of the server, so the owner can copy the URL at any time although only a
 * hash is stored.
 */
export const tokenOf = (ctx: AppContext, { link_id, generation }: Generation): string =>
  keyedHash(ctx.secrets.setupKey, 'share link', JSON.stringify([link_id, generation])).toString('base64url', 0, TOKEN_BYTES)

/** Returns the URL of a link with the public origin of the server. */
export const publicAddressOf = (ctx: AppContext, link: Generation): string =>
  `${ctx.config.publicUrl.replace(/\/+$/, '')}${paths.share(tokenOf(ctx, link))}`

export const tokenHashOf = (ctx: AppContext, link: Generation): Buffer => hashToken(tokenOf(ctx, link))

/** What a pass permits: to read behind a password, or to read as the owner without being counted. */
export type PassKind = 'reader' | 'owner'

/** How long a pass for a password, and a preview of the owner, are valid. */
export const PASS_LIFETIME: Readonly<Record<PassKind, Millis>> = { reader: hours(12), owner: hours(1) }

/** Returns a pass for a link. It becomes invalid when it expires and when the password or the address changes. */
export function createPass(ctx: AppContext, kind: PassKind, link: LinkRecord): string {
  const expires = ctx.clock.now().getTime() + PASS_LIFETIME[kind]
  return `${kind}.${expires}.${passMac(ctx, kind, link, expires)}`
}

/** Returns what a pass permits on this link, or null. */
export function checkPass(ctx: AppContext, link: LinkRecord, pass: string): PassKind | null {
  const [, kind, digits = '', mac = ''] = /^(reader|owner)\.(\d{1,15})\.([\w-]{43})$/.exec(pass) ?? []
  if (kind !== 'reader' && kind !== 'owner') return null
  const expires = Number(digits)
  if (!equalInConstantTime(passMac(ctx, kind, link, expires), mac)) return null
  return ctx.clock.now().getTime() < expires ? kind : null
}

const passMac = (ctx: AppContext, kind: PassKind, { link_id, generation, password_hash }: LinkRecord, expires: number): string =>
  keyedHash(ctx.secrets.setupKey, 'share pass', JSON.stringify([kind, link_id, generation, password_hash, expires])).toString(
    'base64url',
  )
