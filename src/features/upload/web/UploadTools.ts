import type { Client } from '#kit/client.ts'
import type { Bytes } from '#kit/units.ts'
import type { PresignedUpload, uploadContract, UploadedPart } from '../contract.ts'
import type { Patience } from './patiently.ts'

/** What happens on the way; slices are counted from 1, `percent` is of the slice. */
export type UploadNews =
  | { readonly type: 'presigned'; readonly upload: PresignedUpload; readonly uploadBytes: Bytes }
  | { readonly type: 'resumed'; readonly upload: PresignedUpload; readonly arrived: readonly UploadedPart[] }
  | { readonly type: 'partProgress'; readonly index: number; readonly percent: number }
  | { readonly type: 'partDone'; readonly index: number; readonly Etag: string }
  | { readonly type: 'partFailed'; readonly index: number }

/** What sending takes beside the sound itself. */
export type UploadTools = Patience & {
  readonly calls: Client<typeof uploadContract>
  /** The MD5 of bytes, made beside the page. */
  readonly md5Of: (blob: Blob, signal: AbortSignal) => Promise<string>
  readonly tell: (news: UploadNews) => void
}
