import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { GetObjectCommandInput, S3, S3ClientConfig, UploadPartCommandInput } from '@aws-sdk/client-s3'
import { BlobError } from '../blobs.ts'
import type { ByteRange } from '../blobs.ts'
import { normalizeEtag } from '../parts/validateParts.ts'
import type { TempFile } from '../local/AtomicFiles.ts'
import type { S3Config } from '#platform/config/storageSettings.ts'
import { minutes, seconds } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** The address of an object store and the credentials for it. */
export type S3Settings = Omit<S3Config, 'kind' | 'proxy'>

export type S3ObjectInfo = { readonly size: Bytes; readonly etag: string; readonly metadata: Readonly<Record<string, string>> }
export type S3Part = { readonly number: number; readonly md5: string; readonly bytes: Bytes }
type Presign = {
  readonly part: (input: UploadPartCommandInput, ttl: Millis) => Promise<string>
  readonly read: (input: GetObjectCommandInput, ttl: Millis) => Promise<string>
}

/** Requests to one bucket. A missing object is null or a BlobError. Names do not include the prefix. */
export class S3Bucket {
  readonly #s3: S3
  readonly #presign: Presign
  readonly #bucket: string
  readonly #prefix: string

  private constructor(s3: S3, presign: Presign, { bucket, prefix }: S3Settings) {
    this.#s3 = s3
    this.#presign = presign
    this.#bucket = bucket
    this.#prefix = prefix
  }

  /** @NOTE The AWS SDK is large: loading it takes 100 ms. It is loaded only when an object store is configured. */
  static async open(settings: S3Settings): Promise<S3Bucket> {
    const sdk = await import('@aws-sdk/client-s3')
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
    const s3 = new sdk.S3(clientSettings(settings))
    skipPayloadSigning(s3)
    // The store checks expiry against its own clock, so links are signed with the system time and not with a test clock.
    const presign: Presign = {
      part: (input, ttl) => getSignedUrl(s3, new sdk.UploadPartCommand(input), { expiresIn: Math.floor(ttl / seconds(1)) }),
      read: (input, ttl) => getSignedUrl(s3, new sdk.GetObjectCommand(input), { expiresIn: Math.floor(ttl / seconds(1)) }),
    }
    return new S3Bucket(s3, presign, settings)
  }

  /** Rejects with the SDK's error when the bucket cannot be reached or used. */
  async checkAccess(): Promise<void> {
    await this.#s3.headBucket({ Bucket: this.#bucket })
  }

  async objectInfo(name: string): Promise<S3ObjectInfo | null> {
    return nullIfMissing(async () => {
      const response = await this.#s3.headObject(this.#target(name))
      return { size: response.ContentLength ?? 0, etag: normalizeEtag(response.ETag ?? ''), metadata: response.Metadata ?? {} }
    })
  }

  /** Returns the bytes of an object. With `etag`, fails when the object has changed. Throws BlobError 'missing'. */
  async read(name: string, range?: ByteRange, etag?: string): Promise<{ body: Readable; etag: string; size: Bytes }> {
    const response = await nullIfMissing(() =>
      this.#s3.getObject({
        ...this.#target(name),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        ...(etag && { IfMatch: etag }),
      }),
    )
    if (!response?.Body) throw new BlobError('missing', 'Nothing is stored here.')
    return { body: response.Body as unknown as Readable, etag: response.ETag ?? '', size: response.ContentLength ?? 0 }
  }

  async readText(name: string): Promise<string | null> {
    return nullIfMissing(async () => (await this.#s3.getObject(this.#target(name))).Body?.transformToString() ?? null)
  }

  /** Returns the ETag from the store. */
  async writeText(name: string, text: string): Promise<string> {
    const { ETag } = await this.#s3.putObject({ ...this.#target(name), Body: text, ContentType: 'application/json' })
    return normalizeEtag(ETag ?? '')
  }

  /** Stores a temporary file. The store rejects it when its MD5 does not match. */
  async put(name: string, { path, size, md5 }: TempFile): Promise<void> {
    const Metadata = { md5 }
    await this.#s3.putObject({ ...this.#target(name), ...fileBody(path, size, md5), Metadata })
  }

  async remove(name: string): Promise<void> {
    await nullIfMissing(() => this.#s3.deleteObject(this.#target(name)))
  }

  /** Yields every name that begins with `start`. */
  async *listNames(start: string): AsyncGenerator<string> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix + start }
    for (let cursor: string | undefined; ;) {
      const page = await this.#s3.listObjectsV2({ ...query, ...(cursor && { ContinuationToken: cursor }) })
      for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(this.#prefix.length)
      if (!page.IsTruncated || !page.NextContinuationToken) return
      cursor = page.NextContinuationToken
    }
  }

  async createMultipart(name: string, Metadata: Record<string, string>): Promise<string> {
    const { UploadId } = await this.#s3.createMultipartUpload({ ...this.#target(name), Metadata })
    if (!UploadId) throw new Error('the object store began an upload without a name')
    return UploadId
  }

  async sendPart(name: string, UploadId: string, PartNumber: number, { path, size, md5 }: TempFile): Promise<string> {
    const { ETag } = await requireUpload(() =>
      this.#s3.uploadPart({ ...this.#target(name), UploadId, PartNumber, ...fileBody(path, size, md5) }),
    )
    return normalizeEtag(ETag ?? '')
  }

  /** Returns the parts in order, or null when the upload was merged or cancelled. */
  async parts(name: string, UploadId: string): Promise<S3Part[] | null> {
    return nullIfMissing(async () => {
      const parts: S3Part[] = []
      for (let cursor: string | undefined; ;) {
        const page = await this.#s3.listParts({ ...this.#target(name), UploadId, ...(cursor && { PartNumberMarker: cursor }) })
        for (const { PartNumber, ETag, Size } of page.Parts ?? [])
          parts.push({ number: PartNumber ?? 0, md5: normalizeEtag(ETag ?? ''), bytes: Size ?? 0 })
        if (!page.IsTruncated || !page.NextPartNumberMarker) return parts.toSorted((a, b) => a.number - b.number)
        cursor = page.NextPartNumberMarker
      }
    })
  }

  async completeMultipart(name: string, UploadId: string, parts: readonly S3Part[]): Promise<void> {
    const Parts = parts.map(({ number, md5 }) => ({ PartNumber: number, ETag: `"${md5}"` }))
    await requireUpload(() => this.#s3.completeMultipartUpload({ ...this.#target(name), UploadId, MultipartUpload: { Parts } }))
  }

  async abortMultipart(name: string, UploadId: string): Promise<void> {
    await nullIfMissing(() => this.#s3.abortMultipartUpload({ ...this.#target(name), UploadId }))
  }

  /** Yields the multipart uploads under `start` and when each was started. */
  async *listMultiparts(start: string): AsyncGenerator<{ name: string; id: string; begunAt: Date }> {
    const query = { Bucket: this.#bucket, Prefix: this.#prefix + start }
    for (let cursor: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
      const page = await this.#s3.listMultipartUploads({ ...query, ...cursor })
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Key && UploadId && Initiated) yield { name: Key.slice(this.#prefix.length), id: UploadId, begunAt: Initiated }
      if (!page.IsTruncated || !page.NextKeyMarker) return
      cursor = { KeyMarker: page.NextKeyMarker, ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }) }
    }
  }

  partUrl(name: string, UploadId: string, PartNumber: number, ttl: Millis): Promise<string> {
    return this.#presign.part({ ...this.#target(name), UploadId, PartNumber }, ttl)
  }

  readUrl(name: string, { disposition, type, ttl }: { disposition: string; type: string; ttl: Millis }): Promise<string> {
    const headers = {
      ResponseContentDisposition: disposition,
      ResponseContentType: type,
      ResponseCacheControl: 'private, no-cache, no-transform',
    }
    return this.#presign.read({ ...this.#target(name), ...headers }, ttl)
  }

  #target(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + name }
  }
}

const clientSettings = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings): S3ClientConfig => ({
  endpoint,
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle: true,
  // @NOTE By default the SDK signs the checksum of an empty body into links to parts, and stores then refuse the upload.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: seconds(5),
    requestTimeout: minutes(2),
    throwOnRequestTimeout: true,
    httpAgent: { maxSockets: 200, keepAlive: true },
    httpsAgent: { maxSockets: 200, keepAlive: true },
  },
})

/** @NOTE Signing the payload would mean reading the stream before it is sent. The MD5 is sent instead. */
function skipPayloadSigning(s3: S3): void {
  s3.middlewareStack.add(
    (next) => (args) => {
      const request = args.request as { headers: Record<string, string>; body?: unknown }
      if (request.headers['content-md5']) request.headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD'
      return next(args)
    },
    { step: 'build', name: 'leaveFilesUnsigned' },
  )
}

const fileBody = (path: string, size: Bytes, md5: string) => ({
  Body: createReadStream(path),
  ContentLength: size,
  ContentMD5: Buffer.from(md5, 'hex').toString('base64'),
})

const NOT_FOUND_ERRORS = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

/** True for the SDK's error about a missing object or upload. A missing bucket is a different error. */
export const isNotFoundInS3 = (error: unknown): boolean => error instanceof Error && NOT_FOUND_ERRORS.has(error.name)

async function nullIfMissing<T>(send: () => Promise<T>): Promise<T | null> {
  try {
    return await send()
  } catch (error) {
    if (isNotFoundInS3(error)) return null
    throw error
  }
}

async function requireUpload<T>(send: () => Promise<T>): Promise<T> {
  const result = await nullIfMissing(send)
  if (result === null) throw new BlobError('no-such-upload', 'This upload does not exist.')
  return result
}
