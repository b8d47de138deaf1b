import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobError } from '../blobs.ts'
import type { BlobInfo, Blobs, ByteRange } from '../blobs.ts'
import { asrOggSize, readAsrAsOgg } from '#platform/audio/opus/asr.ts'
import type { RangeSource } from '#platform/audio/AudioSource.ts'
import type { Bytes } from '#shared/units.ts'

/** An open download: its size, its MD5 in hex, and a function that reads a range. */
export type Download = { readonly size: Bytes; readonly md5: string; readonly open: (range: ByteRange) => Promise<Readable> }

/** Cached, because computing the MD5 of a converted Ogg file reads all of it, and players request one file in many ranges. */
const oggMd5s = new Map<string, Promise<string>>()
const MAX_OGG_MD5S = 1000

/** Opens the stored bytes, or the Ogg file computed from a stored .asr. Throws BlobError 'missing'. */
export async function openDownload(
  objects: Pick<Blobs, 'info' | 'open'>,
  { key, as }: { key: string; as: 'object' | 'ogg' },
): Promise<Download> {
  const info = await objects.info(key)
  if (info === null) throw new BlobError('missing', 'Nothing is stored here.')
  const source: RangeSource = { size: info.size, open: (range) => objects.open(key, range) }
  if (as === 'object') return { size: info.size, md5: info.md5, open: source.open }
  return {
    size: asrOggSize(info.size),
    md5: await oggMd5(info, source),
    open: (range) => Promise.resolve(readAsrAsOgg(source, range)),
  }
}

function oggMd5({ md5 }: BlobInfo, source: RangeSource): Promise<string> {
  const cached = oggMd5s.get(md5)
  if (cached) return cached
  const digest = md5Of(readAsrAsOgg(source))
  oggMd5s.set(md5, digest)
  // A failed digest is not cached, so the next request computes it again.
  digest.catch(() => oggMd5s.delete(md5))
  const [oldest] = oggMd5s.keys()
  if (oggMd5s.size > MAX_OGG_MD5S && oldest !== undefined) oggMd5s.delete(oldest)
  return digest
}

async function md5Of(bytes: Readable): Promise<string> {
  const md5 = createHash('md5')
  await pipeline(bytes, md5)
  return md5.digest('hex')
}
