import type { Bytes, Millis } from '#kit/units.ts'
import type { PresignedUpload } from '../contract.ts'
import type { UploadStatus } from '../rules.ts'

/** Why a file was refused, waits for a word of its owner, or could not be made small; the dialog has a sentence for each. */
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
  /** The server has other parts than were sent. */
  | 'partsWrong'
  | 'accountFull'
  | 'server'
  /** The same sound is there already, whatever it is called. */
  | 'sameSound'
  /** This browser does not have the bytes any more: the file has to be chosen again. */
  | 'bytesLost'

/** One slice on its way (B§4): `percent` and `Etag` as in B§3. */
export type UploadPart = {
  readonly index: number
  readonly status: 'notUploaded' | 'uploading' | 'completed' | 'failed'
  readonly percent: number
  readonly Etag: string | null
}

/** One file of the queue (B§3 upload item). The bytes themselves are kept beside the queue, under the item's id. */
export type UploadItem = {
  readonly id: string
  readonly filename: string
  readonly filefix: string
  readonly size: Bytes
  readonly lastModified: Millis
  readonly folderId: string | null
  readonly status: UploadStatus
  readonly reason: UploadReason | null
  /** Stopped by its owner: stays where it is until tried again. */
  readonly held: boolean
  /** Somebody has looked into the bytes and knows whether they go up as they are. */
  readonly checked: boolean
  /** MD5 of the bytes as they were chosen; null until they have been read. */
  readonly sourceMd5: string | null
  /** What has the same sound: a recording, or (`fileId` null) a file before it in the queue. */
  readonly sameAs: { readonly fileId: string | null; readonly filename: string } | null
  /** Its owner wants it although the same sound is there. */
  readonly wantedAnyway: boolean
  /** What goes on from here is kept in this browser, and outlives the page. */
  readonly kept: boolean
  /** What goes up was made of what was chosen. */
  readonly madeSmall: boolean
  /** What goes up; null while it must be made small first. */
  readonly sendBytes: Bytes | null
  /** Of the present step, 0 to 100. */
  readonly percent: number
  /** When the present step began, and from which percent it set out. */
  readonly since: Millis
  readonly sincePercent: number
  readonly duration: Millis | null
  readonly upload: PresignedUpload | null
  /** What the server was told would come under `upload`. */
  readonly uploadBytes: Bytes | null
  readonly parts: readonly UploadPart[]
  /** Times in a row the network has stopped it. */
  readonly attempts: number
  /** The file of the library that came of it. */
  readonly fileId: string | null
}

/** `dropped`: names that would have carried the last selection over the limit (B§5), until they have been read. */
export type UploadQueue = { readonly items: readonly UploadItem[]; readonly dropped: readonly string[] }

export const emptyQueue: UploadQueue = { items: [], dropped: [] }

/** True for failures that another try may cure. */
export function mayRetry(item: UploadItem): boolean {
  if (item.held) return true
  if (item.status === 'refused') return item.reason !== null && CURABLE.has(item.reason)
  // What was cut off while it was read looks like this, too.
  if (item.status === 'transcodeError') return item.reason === null || item.reason === 'damaged'
  return isNetworkFailure(item)
}

const CURABLE: ReadonlySet<UploadReason> = new Set(['noRoom', 'server', 'noMember', 'tooMuch', 'partsWrong', 'accountFull'])

/** True while the item is on its way and can be stopped. */
export const isUnderway = (item: UploadItem): boolean =>
  !item.held && ['pending', 'uploading', 'transcodingQueued', 'transcoding'].includes(item.status)

/** Stopped by the network alone: it goes on by itself. */
export const isNetworkFailure = (item: UploadItem): boolean =>
  !item.held && ['networkError', 'uploadNetworkError', 'transcodeNetworkError'].includes(item.status)

/** Every slice is on the server: the rest can be done without the bytes. */
export const hasAllArrived = ({ parts }: UploadItem): boolean =>
  parts.length > 0 && parts.every(({ status }) => status === 'completed')

/** True when leaving the page now would lose it: its owner wants it, and its bytes are neither kept here nor on the server. */
export const wouldBeLost = (item: UploadItem): boolean =>
  !item.kept && !hasAllArrived(item) && (isUnderway(item) || mayRetry(item) || item.status === 'duplicateName')

/** The file's name as its owner knows it; once it is in the library, its title there. */
export const fullName = ({ filename, filefix, fileId }: UploadItem): string =>
  filefix === '' || fileId !== null ? filename : `${filename}.${filefix}`

/** How long the present step will still take, by its speed so far; null until there is a speed to speak of. */
export function timeLeft(item: UploadItem, now: Millis): Millis | null {
  if (item.status !== 'transcoding' && item.status !== 'uploading') return null
  const spent = now - item.since
  const gained = item.percent - item.sincePercent
  if (spent < 1000 || gained < 1) return null
  return (spent / gained) * (100 - item.percent)
}
