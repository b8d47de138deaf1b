import { mkdir } from 'node:fs/promises'
import { BlobLinks, PART_BYTES, PART_LINK_TTL } from '../BlobLinks.ts'
import { createBlobOperations } from '../BlobBackend.ts'
import type { BlobBackend } from '../BlobBackend.ts'
import { validateUpload } from '../blobs.ts'
import { cleanFilename, contentDisposition, opensInline, safeContentType } from '../http/downloadHeaders.ts'
import { LinkSigner } from '#platform/crypto/signedLinks.ts'
import { AtomicFiles } from '../local/AtomicFiles.ts'
import type { LocalBlobsOptions } from '../local/openLocalBlobs.ts'
import { S3Bucket, type S3Settings } from './S3Bucket.ts'
import { objectName, S3Objects } from './S3Objects.ts'
import { S3Uploads } from './S3Uploads.ts'
import { minutes } from '#shared/units.ts'
import type { Bytes, Millis } from '#shared/units.ts'

/** A link into the store cannot be revoked. Clients get a link to this server, which redirects to one that expires soon. */
const DIRECT_LINK_TTL: Millis = minutes(5)

/** `dir` holds temporary files on their way to the store. */
export type S3BlobsOptions = LocalBlobsOptions & {
  readonly bucketSettings: S3Settings
  /** Clients send and read bytes through this server, for stores that browsers cannot reach. */
  readonly proxy: boolean
}

/** Opens blob storage in an S3 object store. `Blobs` documents the operations. */
export async function openS3Blobs(options: S3BlobsOptions): Promise<BlobBackend> {
  const { dir, clock, bucketSettings, proxy, maxBytes, disk } = options
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const bucket = await S3Bucket.open(bucketSettings)
  const links = new BlobLinks(options.publicUrl, new LinkSigner(options.secret, clock))
  const files = new AtomicFiles(dir, clock)
  const objects = new S3Objects(bucket, clock)
  const uploads = new S3Uploads(bucket, objects, clock)
  const partUrls = createPartUrls({ bucket, links, proxy })
  return {
    ...createBlobOperations({ objects, uploads, files, links, disk }),
    availableBytes: async () => Number.MAX_SAFE_INTEGER,
    createUpload: async ({ key, size }) => {
      validateUpload({ key, size }, maxBytes)
      const { uploadId, storeId } = await uploads.begin(key, size)
      return { uploadId, partUrls: await partUrls({ key, uploadId, storeId, size }) }
    },
    listParts: async ({ key, uploadId }) =>
      (await uploads.parts(uploadId, key)).map(({ md5, number, bytes }) => ({ Etag: md5, PartNumber: number, size: bytes })),
    partLinks: async ({ key, uploadId }) => {
      const { size, storeId } = await uploads.requireOpen(uploadId, key)
      return partUrls({ key, uploadId, storeId, size })
    },
    directUrl: createDirectUrl({ bucket, links, proxy }),
  }
}

type LinkOptions = { readonly bucket: S3Bucket; readonly links: BlobLinks; readonly proxy: boolean }
type UploadTarget = { readonly key: string; readonly uploadId: string; readonly storeId: string; readonly size: Bytes }

const createPartUrls =
  ({ bucket, links, proxy }: LinkOptions) =>
  async ({ key, uploadId, storeId, size }: UploadTarget): Promise<string[]> => {
    if (proxy) return links.partUrls(uploadId, size)
    const numbers = Array.from({ length: Math.ceil(size / PART_BYTES) }, (_, i) => i + 1)
    return Promise.all(numbers.map((number) => bucket.partUrl(objectName(key), storeId, number, PART_LINK_TTL)))
  }

function createDirectUrl({ bucket, links, proxy }: LinkOptions): BlobBackend['directUrl'] {
  return async (link) => {
    await links.checkObject(link)
    if (proxy || link.as === 'ogg') return null
    const type = safeContentType(link.type)
    // A store sends neither nosniff nor a content security policy, so only audio and images may open in the browser.
    const kind = link.download || !opensInline(type) ? 'attachment' : 'inline'
    const disposition = contentDisposition(kind, cleanFilename(link.filename))
    return bucket.readUrl(objectName(link.key), { disposition, type, ttl: DIRECT_LINK_TTL })
  }
}
