import { openLocalBlobs, type LocalBlobsOptions } from './local/openLocalBlobs.ts'
import type { BlobBackend } from './BlobBackend.ts'
import type { BlobsConfig } from '#platform/config/blobSettings.ts'

/** Opens the configured blob storage. The code for object stores is loaded only when one is configured. */
export async function openBlobs(config: BlobsConfig, options: LocalBlobsOptions): Promise<BlobBackend> {
  if (config.kind === 'local') return openLocalBlobs(options)
  const { openS3Blobs } = await import('./s3/openS3Blobs.ts')
  return openS3Blobs({ ...options, bucketSettings: config, proxy: config.proxy })
}
