import type { Client } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import type { PresignedUpload, uploadContract, UploadedPart } from '../../contract.ts'
import type { RetryOptions } from './withRetry.ts'

/** Events of the upload sequence. Part numbers start at 1; `percent` refers to the part. */
export type UploadProgressEvent =
  | { readonly type: 'presigned'; readonly upload: PresignedUpload; readonly uploadBytes: Bytes }
  | { readonly type: 'resumed'; readonly upload: PresignedUpload; readonly arrived: readonly UploadedPart[] }
  | { readonly type: 'partProgress'; readonly index: number; readonly percent: number }
  | { readonly type: 'partDone'; readonly index: number; readonly Etag: string }
  | { readonly type: 'partFailed'; readonly index: number }

/** Dependencies of the upload sequence. */
export type UploadContext = RetryOptions & {
  readonly calls: Client<typeof uploadContract>
  /** Returns the MD5 of bytes, computed off the main thread. */
  readonly computeMd5: (blob: Blob, signal: AbortSignal) => Promise<string>
  readonly emit: (event: UploadProgressEvent) => void
}
