import { createHash } from 'node:crypto'
import { ConfigError } from '#platform/config/environment.ts'
import type { BlobsConfig, S3Config } from '#platform/config/storageSettings.ts'

const CHECK_OBJECT = 'check.json'

/**
 * Checks the object store at startup: writes, compares and deletes a small object. Rejects with a ConfigError when a setting is
 * wrong. A store that cannot be reached is logged and does not stop the start.
 */
export async function checkS3Access(
  config: BlobsConfig,
  log: { readonly error: (facts: object, says: string) => void },
): Promise<void> {
  if (config.kind === 'local') return
  const { S3Bucket } = await import('./S3Bucket.ts')
  const bucket = await S3Bucket.open(config)
  try {
    await bucket.checkAccess()
    const text = JSON.stringify({ says: 'written and removed at every start of Earshot' })
    const etag = await bucket.writeText(CHECK_OBJECT, text)
    await bucket.remove(CHECK_OBJECT)
    if (etag === createHash('md5').update(text).digest('hex')) return
  } catch (error) {
    const problem = configProblem(error, config)
    if (problem !== null) throw new ConfigError([problem])
    log.error({ err: error, endpoint: config.endpoint }, 'the object store cannot be reached; uploads fail until it is back')
    return
  }
  throw new ConfigError([
    `S3_BUCKET: ${config.bucket} returns an ETag that is not the MD5 of what it stores, as buckets encrypted with keys of a key service (SSE-KMS) do. Parts could not be verified: use the store's own encryption (SSE-S3) or none.`,
  ])
}

/** Returns what is wrong with the settings, or null when the settings are not the cause. */
function configProblem(error: unknown, { endpoint, bucket, region }: S3Config): string | null {
  const { name = '', $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode
  if (status === 404) return `S3_BUCKET: there is no bucket ${bucket} at ${endpoint}. Make it there, or name another one.`
  if (status === 301 || status === 307 || name === 'AuthorizationHeaderMalformed')
    return `S3_REGION: the bucket ${bucket} is in another region than ${region}.`
  if (status === 401 || status === 403)
    return `S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: ${endpoint} refuses them, or they may not write into the bucket ${bucket}.`
  if (status === 400) return `S3_ENDPOINT: ${endpoint} does not answer as an S3 store does.`
  return null
}
