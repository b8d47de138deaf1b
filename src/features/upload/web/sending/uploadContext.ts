import type { Client } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'
import type { PresignedUpload, uploadContract, UploadedPart } from '../../contract.ts'
import type { UploadPart } from '../queue/uploadItem.ts'
import type { RetryOptions } from './withRetry.ts'

/** Events of the upload sequence. `presigned`: there are new links, and `arrived` has the parts on the server. */
export type UploadProgressEvent =
  | {
      readonly type: 'presigned'
      readonly upload: PresignedUpload
      readonly uploadBytes: Bytes
      readonly arrived: readonly UploadedPart[]
    }
  | { readonly type: 'part'; readonly part: UploadPart }

/** Dependencies of the upload sequence. */
export type UploadContext = RetryOptions & {
  readonly calls: Client<typeof uploadContract>
  /** Returns the MD5 of bytes, computed off the main thread. */
  readonly computeMd5: (blob: Blob, signal: AbortSignal) => Promise<string>
  readonly emit: (event: UploadProgressEvent) => void
}
