import type { AudioSource } from '#platform/audio/AudioSource.ts'
import { BlobError, type Blobs } from './blobs.ts'

/** Returns a stored blob as audio that can be probed or decoded. Rejects with BlobError 'missing'. */
export async function blobAudioSource(blobs: Blobs, key: string): Promise<AudioSource> {
  const info = await blobs.info(key)
  if (!info) throw new BlobError('missing', 'the sound of this recording is not there')
  return { size: info.size, open: (range) => blobs.open(key, range) }
}
