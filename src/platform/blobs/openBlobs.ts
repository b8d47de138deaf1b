import { openLocalBlobs, type LocalBlobsOptions } from './openLocalBlobs.ts'
import type { ServedBlobs } from './ServedBlobs.ts'
import type { BlobsConfig } from '#platform/config/blobSettings.ts'

/** Blobs where the configuration says. What an object store needs is loaded only for those who have one. */
export async function openBlobs(config: BlobsConfig, options: LocalBlobsOptions): Promise<ServedBlobs> {
  if (config.kind === 'local') return openLocalBlobs(options)
  const { openS3Blobs } = await import('./openS3Blobs.ts')
  return openS3Blobs({ ...options, place: config, proxy: config.proxy })
}
