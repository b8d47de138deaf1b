import type { LinkSigner, LinkSignature } from '#platform/crypto/signedLinks.ts'
import { BlobError, type LinkBinding } from './blobs.ts'
import { cleanFilename, safeContentType } from './http/downloadHeaders.ts'
import { hours, MiB } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

export type PartLink = LinkSignature & { readonly uploadId: string; readonly number: number; readonly size: Bytes }
export type ObjectLink = LinkSignature & {
  /** The stored bytes, or a stored .asr as an Ogg file. */
  readonly as: 'object' | 'ogg'
  readonly key: string
  readonly type: string
  readonly filename: string
  readonly download: boolean
  readonly boundTo: string
}

/** Size of the parts of an upload (B§9). */
export const PART_BYTES: Bytes = 5 * MiB
/** How long a link to a part is valid. A slower client requests new links. */
export const PART_LINK_TTL: Millis = hours(24)

/** Creates and verifies the signed URLs to which clients send parts and from which they read objects. */
export class BlobLinks {
  readonly #base: string
  readonly #signer: LinkSigner
  readonly #bindings = new Map<string, (id: string) => Promise<boolean>>()

  constructor(publicUrl: string, signer: LinkSigner) {
    this.#base = `${publicUrl.replace(/\/+$/, '')}/blob`
    this.#signer = signer
  }

  /** Registers how to check whether an id of this kind is alive. Throws when the kind is already registered. */
  registerKind(kind: string, isAlive: (id: string) => Promise<boolean>): void {
    if (this.#bindings.has(kind)) throw new Error(`links are bound to ${kind} already`)
    this.#bindings.set(kind, isAlive)
  }

  /**
   * Returns one link per 5 MiB. Some clients send everything to the first URL or choose their own part size, so each link accepts
   * up to the whole upload.
   */
  partUrls(uploadId: string, size: Bytes): string[] {
    return Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, i) => this.partUrl(uploadId, i + 1, size))
  }

  partUrl(uploadId: string, number: number, size: Bytes): string {
    const { expires, sig } = this.#signer.sign('part', [uploadId, number, size], PART_LINK_TTL)
    return `${this.#base}/part/${uploadId}/${number}?${new URLSearchParams({ size: String(size), expires: String(expires), sig })}`
  }

  objectUrl(target: Omit<ObjectLink, 'expires' | 'sig'> & { readonly boundTo: LinkBinding }, ttl: Millis): string {
    const link = { ...target, type: safeContentType(target.type), filename: cleanFilename(target.filename) }
    const { expires, sig } = this.#signer.sign(link.as, signedFields(link), ttl)
    const { as, type, filename, download, boundTo } = link
    const query = { as, type, filename, download: download ? '1' : '0', bound: boundTo, expires: String(expires), sig }
    return `${this.#base}/object/${link.key}?${new URLSearchParams(query)}`
  }

  /** Throws BlobError 'forbidden' or 'expired'. */
  checkPart(link: PartLink): void {
    throwUnlessValid(this.#signer.check('part', [link.uploadId, link.number, link.size], link))
  }

  /**
   * Rejects with BlobError 'forbidden', or with 'expired' when the link has expired or what it is bound to is no longer alive.
   */
  async checkObject(link: ObjectLink): Promise<void> {
    throwUnlessValid(this.#signer.check(link.as, signedFields(link), link))
    const colon = link.boundTo.indexOf(':')
    const isAlive = this.#bindings.get(link.boundTo.slice(0, colon))
    if (!(await isAlive?.(link.boundTo.slice(colon + 1)))) throwUnlessValid('expired')
  }
}

function throwUnlessValid(verdict: ReturnType<LinkSigner['check']>): void {
  if (verdict === 'forbidden') throw new BlobError('forbidden', 'This link is not valid.')
  if (verdict === 'expired') throw new BlobError('expired', 'This link is no longer valid.')
}

const signedFields = ({ key, type, filename, download, boundTo }: Omit<ObjectLink, 'expires' | 'sig'>) => [
  key,
  type,
  filename,
  download ? 1 : 0,
  boundTo,
]
