import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import type { TrackUse } from '#shared/audio/chooseTracks.ts'
import type { Bytes, Millis } from '#shared/units.ts'
import type { PresignedUpload } from '../../contract.ts'
import type { FilePatch } from '#features/files/contract.ts'
import { type SelectedFile, splitName, type UploadStatus, type Verdict } from '../../rules.ts'

/** Why a file was refused, waits for the user or could not be transcoded. The dialog has a message for each reason. */
export type UploadReason =
  | 'notSound'
  | 'empty'
  | 'cannotRead'
  | 'locked'
  | 'noAudioTrack'
  | 'damaged'
  | 'noSoundInside'
  | 'noRoom'
  | 'noMember'
  | 'tooMuch'
  /** The server has other parts than those that were sent. */
  | 'partsWrong'
  | 'accountFull'
  /** The recording was added, but the server refused its imported transcript or summary. */
  | 'textsRefused'
  | 'server'
  /** The library or the queue has the same audio, under any title. */
  | 'sameSound'
  /** This browser no longer has the bytes; the file must be selected again. */
  | 'bytesLost'
  /** This browser no longer has an imported recording; it must be imported again. */
  | 'importLost'

/** What is saved with an imported recording: its transcript and its summary. */
export type ImportedTexts = Pick<FilePatch, 'trans_result' | 'ai_content'>

/** One part of an upload (B§4): `percent` and `Etag` as in B§3. Part numbers start at 1. */
export type UploadPart = {
  readonly index: number
  readonly status: 'notUploaded' | 'uploading' | 'completed' | 'failed'
  readonly percent: number
  readonly Etag: string | null
}

/**
 * One file of the queue (B§3 upload item). Its bytes are stored separately under the same id. These keys are stored in IndexedDB.
 */
export type UploadItem = {
  readonly id: string
  readonly filename: string
  readonly filefix: string
  readonly size: Bytes
  readonly lastModified: Millis
  readonly folderId: string | null
  readonly status: UploadStatus
  readonly reason: UploadReason | null
  /** Paused by the user until it is retried. */
  readonly held: boolean
  /** The bytes have been inspected, and it is known whether they are sent unchanged. */
  readonly checked: boolean
  /** MD5 of the file as it was selected; null until it has been read. */
  readonly sourceMd5: string | null
  /** The recording with the same audio, or (`fileId` null) an earlier file of the queue. */
  readonly sameAs: { readonly fileId: string | null; readonly filename: string } | null
  /** The user wants to upload it although the same audio exists. */
  readonly wantedAnyway: boolean
  /** The bytes needed to continue are stored in this browser and outlive the page. */
  readonly kept: boolean
  /** Imported texts are stored under the same id and saved after the upload. Missing in items of older versions. */
  readonly hasTexts?: boolean
  /** They include a transcript, so the recording need not be transcribed. */
  readonly hasTranscript?: boolean
  /** The bytes to send are the transcoded ones. */
  readonly madeSmall: boolean
  /** Size of the bytes to send; null while they must be transcoded first. */
  readonly sendBytes: Bytes | null
  /** Progress of the current step, 0 to 100. */
  readonly percent: number
  /** When the current step began, and its percentage at that time. */
  readonly since: Millis
  readonly sincePercent: number
  readonly duration: Millis | null
  /** The audio tracks that were mixed and left out when it was transcoded. Missing in items of older versions. */
  readonly tracks?: TrackUse
  /** When each channel was active, if they have a person each. Missing in items of older versions. */
  readonly channelSpans?: ChannelSpans | null
  readonly upload: PresignedUpload | null
  /** The size announced to the server for `upload`. */
  readonly uploadBytes: Bytes | null
  readonly parts: readonly UploadPart[]
  /** Consecutive network failures. */
  readonly attempts: number
  /** The resulting file of the library. */
  readonly fileId: string | null
}

/** Returns an item for a selected file. */
export function createItem(id: string, file: SelectedFile, folderId: string | null, verdict: Verdict = 'fine'): UploadItem {
  const reason = verdict === 'notSound' || verdict === 'empty' ? verdict : null
  const { size, lastModified } = file
  return { ...NEW_ITEM, id, ...splitName(file.name), size, lastModified, folderId, status: STATUS_OF_VERDICT[verdict], reason }
}

const STATUS_OF_VERDICT = {
  fine: 'pending',
  duplicateName: 'duplicateName',
  tooLarge: 'tooLarge',
  notSound: 'refused',
  empty: 'tooShort',
} as const satisfies Record<Verdict, UploadStatus>

const NEW_ITEM = {
  held: false,
  checked: false,
  sourceMd5: null,
  sameAs: null,
  wantedAnyway: false,
  kept: false,
  madeSmall: false,
  sendBytes: null,
  percent: 0,
  since: 0,
  sincePercent: 0,
  duration: null,
  upload: null,
  uploadBytes: null,
  parts: [],
  attempts: 0,
  fileId: null,
} as const

/** True for failures that may succeed in another attempt. */
export function canRetry(item: UploadItem): boolean {
  if (item.held) return true
  if (item.status === 'refused') return item.reason !== null && RETRIABLE_REASONS.has(item.reason)
  // A read that was cut off has this status, too.
  if (item.status === 'transcodeError') return item.reason === null || item.reason === 'damaged'
  return isNetworkFailure(item)
}

const RETRIABLE_REASONS: ReadonlySet<UploadReason> = new Set([
  'noRoom',
  'server',
  'noMember',
  'tooMuch',
  'partsWrong',
  'accountFull',
])

/** True while the item is in progress and can be paused. */
export const isUnderway = (item: UploadItem): boolean =>
  !item.held && ['pending', 'uploading', 'transcodingQueued', 'transcoding'].includes(item.status)

/** Failed only because of the network; retried automatically. */
export const isNetworkFailure = (item: UploadItem): boolean =>
  !item.held && ['networkError', 'uploadNetworkError', 'transcodeNetworkError'].includes(item.status)

/** True when every part is on the server, so that the bytes are no longer needed. */
export const hasAllArrived = ({ parts }: UploadItem): boolean =>
  parts.length > 0 && parts.every(({ status }) => status === 'completed')

/**
 * True when closing the page deserves a warning (B§4): bytes are still to be sent, now or later, or would be lost.
 */
export const isUnsent = (item: UploadItem): boolean =>
  (!hasAllArrived(item) && (item.held || isUnderway(item) || isNetworkFailure(item))) || wouldLoseBytes(item)

/** True when the item is wanted and what it needs is stored neither here nor on the server. */
export const wouldLoseBytes = (item: UploadItem): boolean =>
  !item.kept &&
  (item.hasTexts === true || !hasAllArrived(item)) &&
  (isUnderway(item) || canRetry(item) || item.status === 'duplicateName')

/** The file name with its extension, or the title in the library once it is uploaded. */
export const fullName = ({ filename, filefix, fileId }: UploadItem): string =>
  filefix === '' || fileId !== null ? filename : `${filename}.${filefix}`

/** Estimates the remaining time of the current step from its speed; null while the speed is unknown. */
export function timeLeft(item: UploadItem, now: Millis): Millis | null {
  if (item.status !== 'transcoding' && item.status !== 'uploading') return null
  const elapsed = now - item.since
  const gained = item.percent - item.sincePercent
  if (elapsed < 1000 || gained < 1) return null
  return (elapsed / gained) * (100 - item.percent)
}

/** The status of an item that has failed, and the reason. */
export type ItemFailure = {
  readonly status: Exclude<
    UploadStatus,
    'pending' | 'uploading' | 'completed' | 'transcodingQueued' | 'transcoding' | 'duplicateName'
  >
  readonly reason: UploadReason | null
}
