import { z } from 'zod'
import { isLoopback } from '#platform/config/isLoopback.ts'
import { choice, text, wholeNumber, withoutTrailingSlashes } from '#platform/config/settingTypes.ts'
import { hours, MiB } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** Settings of the object store that holds audio when it is not in DATA_DIR. */
export const blobSettings = {
  S3_ENDPOINT: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !new URL(text).username,
      'must be an address such as https://s3.example.org',
    )
    .transform(withoutTrailingSlashes)
    .optional()
    .meta({ description: 'address of an S3-compatible object store', unset: 'that of Amazon' }),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a region such as eu-central-1')
    .optional()
    .meta({ description: 'region of the store; Amazon needs no `S3_ENDPOINT`', unset: 'us-east-1' }),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/, 'must be the name of a bucket')
    .optional()
    .describe('stores audio in this bucket instead of `DATA_DIR`'),
  S3_ACCESS_KEY_ID: text.describe('access key of the store'),
  S3_SECRET_ACCESS_KEY: text.describe('its secret'),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/, 'must be names with slashes between, such as earshot')
    .transform((text) => `${text.replace(/\/$/, '')}/`)
    .optional()
    .describe('prefix of all object names in the bucket'),
  S3_PROXY: choice('true', 'false')
    .default('false')
    .describe(
      '`true`: transfers go through this server, for stores that browsers cannot reach; otherwise the CORS rules of the bucket must allow `PUT`, `GET`, `HEAD` from this address and expose `ETag` ([0029](decisions/0029-s3.md))',
    ),
}

type Settings = z.infer<z.ZodObject<typeof blobSettings>>

export type S3Config = {
  readonly kind: 's3'
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Prefix of all object keys: empty, or with a trailing slash. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Uploads and downloads pass through this server, for stores that browsers cannot reach. */
  readonly proxy: boolean
}

/** Where blobs are stored: a folder in DATA_DIR or an object store. */
export type BlobsConfig = { readonly kind: 'local' } | S3Config

export function blobsConfig(settings: Settings): BlobsConfig {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!bucket || !accessKeyId || !secretAccessKey) return { kind: 'local' }
  const region = settings.S3_REGION ?? 'us-east-1'
  const endpoint = settings.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  const location = { endpoint, region, bucket, prefix: settings.S3_PREFIX ?? '', accessKeyId, secretAccessKey }
  return { kind: 's3', ...location, proxy: settings.S3_PROXY === 'true' }
}

/** Returns one sentence for each problem: incomplete settings, or settings with which no browser could reach the store. */
export function blobProblems(settings: Settings & { PUBLIC_URL?: string | undefined }): string[] {
  const problems: string[] = []
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const optional = ['S3_ENDPOINT', 'S3_REGION', 'S3_PREFIX'] as const
  const missing = needed.filter((name) => !settings[name])
  const isWanted = missing.length < needed.length || optional.some((name) => settings[name]) || settings.S3_PROXY === 'true'
  if (isWanted && missing.length > 0)
    problems.push(
      `An object store needs ${needed.join(', ')}: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`,
    )
  if (isWanted && !settings.S3_ENDPOINT && !settings.S3_REGION)
    problems.push('An object store needs S3_ENDPOINT, or S3_REGION for Amazon.')
  const isHttp = settings.S3_ENDPOINT?.startsWith('http:') && !isLoopback(settings.S3_ENDPOINT)
  if (settings.S3_PROXY === 'false' && isHttp && settings.PUBLIC_URL?.startsWith('https:'))
    problems.push(
      'S3_ENDPOINT is http:// and PUBLIC_URL https://: browsers refuse such a store. Give its https:// address, or set S3_PROXY=true.',
    )
  return problems
}

/** Describes the store for the log, without keys. */
export const describeBlobs = (blobs: BlobsConfig): string =>
  blobs.kind === 'local'
    ? 'in the data folder'
    : `${blobs.endpoint}/${blobs.bucket}/${blobs.prefix}${blobs.proxy ? ', through this server' : ''}`

/** Settings of uploads. */
export const uploadSettings = {
  UPLOAD_LIMIT_MB: wholeNumber(1, 51_200, 'a number of megabytes from 1 to 51200')
    .default(500)
    .describe('maximum size of an upload and of one selection'),
  STORAGE_LIMIT_MB: wholeNumber(0, 1_000_000_000, 'a number of megabytes, 0 for no limit')
    .default(0)
    .describe('storage per account in megabytes, audio and text, including the trash; 0 for no limit'),
  UPLOAD_KEPT_HOURS: wholeNumber(1, 720, 'a number of hours from 1 to 720')
    .default(24)
    .describe('hours an unfinished upload is kept'),
}

type UploadSettings = z.infer<z.ZodObject<typeof uploadSettings>>

export type UploadsConfig = {
  /** Maximum size of an upload and of a selection of files (B§9). */
  readonly maxBytes: Bytes
  /** How long an unfinished upload is kept so that it can be resumed. */
  readonly resumableFor: Millis
  /** Storage quota of an account for audio and text together; null for no limit. */
  readonly maxStored: Bytes | null
}

export const uploadsConfig = (settings: UploadSettings): UploadsConfig => ({
  maxBytes: settings.UPLOAD_LIMIT_MB * MiB,
  resumableFor: hours(settings.UPLOAD_KEPT_HOURS),
  maxStored: settings.STORAGE_LIMIT_MB === 0 ? null : settings.STORAGE_LIMIT_MB * MiB,
})
