import { createHmac, timingSafeEqual } from 'node:crypto'
import { BlobError } from '../blobs.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Millis } from '#shared/units.ts'

/** What a link may be used for. */
export type LinkKind = 'part' | 'object' | 'ogg'
export type LinkSignature = { readonly expires: number; readonly sig: string }

/** Signs links and verifies that a link is unchanged and still valid. Everything that a link allows is signed. */
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

  /** Throws BlobError 'forbidden' when the signature does not match, 'expired' when the link is too old. */
  check(kind: LinkKind, fields: readonly (string | number)[], { expires, sig }: LinkSignature): void {
    const expected = Buffer.from(this.#mac(kind, fields, expires))
    const actual = Buffer.from(sig)
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
      throw new BlobError('forbidden', 'This link is not valid.')
    if (this.#clock.now().getTime() >= expires) throw new BlobError('expired', 'This link is no longer valid.')
  }

  /** JSON makes the encoding of the fields unambiguous. */
  #mac(kind: LinkKind, fields: readonly (string | number)[], expires: number): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([kind, ...fields, expires]))
      .digest('base64url')
  }
}
