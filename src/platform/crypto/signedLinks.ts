import { createHmac } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import type { Millis } from '#shared/units.ts'
import { equalInConstantTime } from './hashes.ts'
import type { Config } from '#platform/config/config.ts'

/** What a link may be used for. A signature for one kind is never valid for another. */
type LinkKind = 'part' | 'object' | 'ogg' | 'archive' | 'export' | 'share'
export type LinkSignature = { readonly expires: number; readonly sig: string }

/** Signs links and verifies that they are unchanged and not expired. The signature covers everything that a link allows. */
export class LinkSigner {
  readonly #secret: Uint8Array
  readonly #clock: Clock

  constructor(secret: Uint8Array, clock: Clock) {
    if (secret.length < 16) throw new RangeError('the secret that signs links is shorter than 16 bytes')
    this.#secret = secret
    this.#clock = clock
  }

  /** Returns `expires` in ms since 1970. */
  sign(kind: LinkKind, fields: readonly (string | number)[], ttl: Millis): LinkSignature {
    const expires = this.#clock.now().getTime() + ttl
    return { expires, sig: this.#mac(kind, fields, expires) }
  }

  /** Returns 'forbidden' when the signature does not match, 'expired' when the link is too old. */
  check(
    kind: LinkKind,
    fields: readonly (string | number)[],
    { expires, sig }: LinkSignature,
  ): 'valid' | 'forbidden' | 'expired' {
    if (!equalInConstantTime(this.#mac(kind, fields, expires), sig)) return 'forbidden'
    return this.#clock.now().getTime() < expires ? 'valid' : 'expired'
  }

  /** JSON makes the encoding of the fields unambiguous. */
  #mac(kind: LinkKind, fields: readonly (string | number)[], expires: number): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([kind, ...fields, expires]))
      .digest('base64url')
  }
}

/**
 * Returns a signed link with the origin of the request. Without PUBLIC_URL the server may be reached under several names
 * (`localhost`, a local IP address), so the link uses that of the request. Only that client sees the link.
 */
export function withRequestOrigin(link: string, config: Config, from: { host: string }): string {
  const isValidHost = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(from.host)
  if (config.hasPublicUrl || !isValidHost || !link.startsWith(config.publicUrl)) return link
  return `http://${from.host}${link.slice(config.publicUrl.length)}`
}
