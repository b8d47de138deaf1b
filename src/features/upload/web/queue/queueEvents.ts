import type { Bytes, Millis } from '#shared/units.ts'
import type { PresignedUpload, UploadedPart } from '../../contract.ts'
import type { TranscodeResult } from '../transcoding/worker/transcodeProtocol.ts'
import type { SelectedFile, Verdict } from '../../rules.ts'
import type { UploadItem, UploadReason, UploadFailureStatus } from './uploadItem.ts'

/**
 * An upload of another browser that continues here with its file selected again. It is a known duplicate, so the user is not
 * asked.
 */
export type ContinuedUpload = {
  readonly id: string
  readonly file: SelectedFile
  readonly filename: string | null
  readonly upload: PresignedUpload
  readonly uploadBytes: Bytes
  readonly sourceMd5: string
  readonly kept: boolean
}

/** A file of a selection. `texts` says what is stored to be saved with it. */
export type NewItem = {
  readonly id: string
  readonly file: SelectedFile
  readonly verdict: Verdict
  readonly texts?: { readonly hasTexts: boolean; readonly hasTranscript: boolean }
}

/** Stored bytes of an item: ready to continue, only the selected file, or nothing. */
export type StoredBytes = 'ready' | 'chosen' | 'lost'

/** What changes the queue; `reduceQueue` applies it. */
export type QueueEvent =
  | {
      type: 'added'
      files: readonly NewItem[]
      folderId: string | null
    }
  | ({ type: 'continued' } & ContinuedUpload)
  /** Loaded from this browser's storage. Items in progress wait again. */
  | { type: 'restored'; items: readonly UploadItem[]; bytes: ReadonlyMap<string, StoredBytes> }
  | { type: 'keptBoth'; id: string; at: Date; titles: ReadonlySet<string> }
  /** `kept`: a copy is stored that outlives the page. */
  | { type: 'hashed'; id: string; md5: string; kept: boolean }
  | { type: 'duplicateFound'; id: string; sameAs: { fileId: string; filename: string } }
  | { type: 'duplicateAccepted'; id: string }
  /** `asIs`: the bytes are sent unchanged; otherwise they are transcoded first. */
  | { type: 'validated'; id: string; asIs: boolean; duration: Millis | null }
  | { type: 'transcodeStarted'; id: string; now: Millis }
  | { type: 'progress'; id: string; percent: number; duration: Millis | null }
  | ({ type: 'transcoded'; id: string; sendBytes: Bytes; kept: boolean } & TranscodeResult)
  | { type: 'transcodeFailed'; id: string; status: UploadFailureStatus; reason: UploadReason | null }
  | { type: 'uploadStarted'; id: string; now: Millis }
  | { type: 'presigned'; id: string; upload: PresignedUpload; uploadBytes: Bytes }
  /** An earlier upload is resumed: the parts on the server, and new links. */
  | { type: 'resumed'; id: string; upload: PresignedUpload; arrived: readonly UploadedPart[] }
  | { type: 'partProgress'; id: string; index: number; percent: number }
  | { type: 'partDone'; id: string; index: number; Etag: string }
  | { type: 'partFailed'; id: string; index: number }
  | { type: 'uploaded'; id: string; fileId: string; filename: string }
  | { type: 'failed'; id: string; status: UploadFailureStatus; reason: UploadReason | null }
  | { type: 'bytesLost'; id: string }
  | { type: 'fileReselected'; id: string; md5: string; kept: boolean }
  | { type: 'retried'; id: string }
  | { type: 'networkRestored' }
  | { type: 'cancelled'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'removalUndone'; item: UploadItem; at: number }
  | { type: 'cleared' }
