import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobError } from './blobs.ts'
import type { BlobInfo, Blobs, ByteRange } from './blobs.ts'
import { oggSize, readOgg } from '#platform/sound/oggFromAsr.ts'
import type { RangeSource } from '#platform/sound/SoundSource.ts'
import type { Bytes } from '#kit/units.ts'

/** An open download: its size, its MD5 in hex, and a function that reads a range. */
export type Served = { readonly size: Bytes; readonly md5: string; readonly open: (range: ByteRange) => Promise<Readable> }

/** Computing the MD5 of a converted Ogg file reads all of it, and players request the same file in many ranges. */
const oggDigests = new Map<string, Promise<string>>()
const MOST_DIGESTS = 1000

/** Opens the stored bytes, or the Ogg file computed from a stored .asr. Throws BlobError 'missing'. */
export async function openServed(
  objects: Pick<Blobs, 'info' | 'open'>,
  { key, as }: { key: string; as: 'object' | 'ogg' },
): Promise<Served> {
  const info = await objects.info(key)
  if (info === null) throw new BlobError('missing', 'Nothing is stored here.')
  const source: RangeSource = { size: info.size, open: (range) => objects.open(key, range) }
  if (as === 'object') return { size: info.size, md5: info.md5, open: source.open }
  return {
    size: oggSize(info.size),
    md5: await oggDigest(info, source),
    open: (range) => Promise.resolve(readOgg(source, range)),
  }
}

function oggDigest({ md5 }: BlobInfo, source: RangeSource): Promise<string> {
  const known = oggDigests.get(md5)
  if (known) return known
  const digest = digestOf(readOgg(source))
  oggDigests.set(md5, digest)
  // A failed digest is not cached, so the next request computes it again.
  digest.catch(() => oggDigests.delete(md5))
  const [oldest] = oggDigests.keys()
  if (oggDigests.size > MOST_DIGESTS && oldest !== undefined) oggDigests.delete(oldest)
  return digest
}

async function digestOf(bytes: Readable): Promise<string> {
  const md5 = createHash('md5')
  await pipeline(bytes, md5)
  return md5.digest('hex')
}
