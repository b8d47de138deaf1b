import type { Millis, Bytes } from '#shared/units.ts'
import { type UploadedPart, PART_BYTES } from '../../contract.ts'
import { durationError, splitName, withTimestamp } from '../../rules.ts'
import {
  hasAllArrived,
  isNetworkFailure,
  isUnderway,
  canRetry,
  type UploadItem,
  type UploadPart,
  type UploadReason,
  type UploadFailureStatus,
} from './uploadItem.ts'
import type { ContinuedUpload, NewItem, StoredBytes, QueueEvent } from './queueEvents.ts'

/** Duplicate titles are inspected too, so that the user is asked once even if the audio is also the same. */
export const needsInspection = ({ status, checked, sourceMd5 }: UploadItem): boolean =>
  (status === 'pending' && !checked) || (status === 'duplicateName' && sourceMd5 === null)

/** The events of one item. */
export type ItemEvent = Extract<QueueEvent, { id: string }>

/** Applies an event to its item. An event that does not fit the item's state changes nothing. */
export function reduceItem(item: UploadItem, event: ItemEvent): UploadItem {
  switch (event.type) {
    case 'hashed':
      return needsInspection(item) ? { ...item, sourceMd5: event.md5, kept: event.kept } : item
    case 'duplicateFound':
      return markDuplicateAudio(item, event.sameAs)
    case 'keptBoth':
    case 'duplicateAccepted':
    case 'validated':
    case 'bytesLost':
    case 'fileReselected':
      return reduceInspection(item, event)
    case 'transcodeStarted':
    case 'progress':
    case 'transcoded':
    case 'transcodeFailed':
      return reduceTranscode(item, event)
    case 'uploadStarted':
    case 'presigned':
    case 'resumed':
    case 'partProgress':
    case 'partDone':
    case 'partFailed':
    case 'uploaded':
      return reduceSending(item, event)
    case 'failed':
      return ['uploading', 'pending', 'duplicateName'].includes(item.status) ? withFailure(item, event) : item
    case 'retried':
      return canRetry(item) ? requeue(item) : item
    case 'cancelled':
      return isUnderway(item) ? { ...requeue(item), held: true, percent: 0 } : item
    case 'continued':
    case 'removed':
      return item
  }
}

type InspectionEvent = Extract<
  ItemEvent,
  { type: 'keptBoth' | 'duplicateAccepted' | 'validated' | 'bytesLost' | 'fileReselected' }
>
type TranscodeEvent = Extract<ItemEvent, { type: 'transcodeStarted' | 'progress' | 'transcoded' | 'transcodeFailed' }>
type PartEvent = Extract<ItemEvent, { index: number }>
type SendingEvent = Extract<ItemEvent, { type: 'uploadStarted' | 'presigned' | 'resumed' | 'uploaded' }> | PartEvent

function reduceInspection(item: UploadItem, event: InspectionEvent): UploadItem {
  switch (event.type) {
    case 'keptBoth':
      return item.status === 'duplicateName' ? acceptDuplicate(item, withTimestamp(item.filename, event.at, event.titles)) : item
    case 'duplicateAccepted':
      return item.status === 'duplicateName' ? acceptDuplicate(item, item.filename) : item
    case 'validated':
      return item.status === 'pending' && !item.checked ? applyInspection(item, event) : item
    case 'bytesLost':
      return withLostBytes(item)
    case 'fileReselected':
      if (item.reason !== 'bytesLost') return item
      return requeue({ ...withoutTranscode(item), sourceMd5: event.md5, kept: event.kept })
  }
}

function reduceTranscode(item: UploadItem, event: TranscodeEvent): UploadItem {
  if (event.type === 'transcodeStarted') return { ...item, status: 'transcoding', percent: 0, since: event.now, sincePercent: 0 }
  if (item.status !== 'transcoding') return item
  if (event.type === 'progress') return { ...item, percent: event.percent, duration: event.duration ?? item.duration }
  if (event.type === 'transcodeFailed') return withFailure(item, event)
  // Transcoded: back to pending (B§4), unless the audio is too short or too long.
  const { sendBytes, duration, tracks, channelSpans, kept } = event
  const status = durationError(duration) ?? 'pending'
  return { ...item, status, percent: 0, sendBytes, duration, tracks, channelSpans, kept, madeSmall: true, attempts: 0 }
}

function reduceSending(item: UploadItem, event: SendingEvent): UploadItem {
  if (event.type === 'uploadStarted')
    return { ...item, status: 'uploading', since: event.now, sincePercent: sentPercent(item), percent: sentPercent(item) }
  if (item.status !== 'uploading') return item
  switch (event.type) {
    case 'presigned':
      return withParts({ ...item, upload: event.upload, uploadBytes: event.uploadBytes }, [])
    case 'resumed':
      return withParts({ ...item, upload: event.upload }, event.arrived)
    case 'uploaded':
      return { ...item, status: 'completed', percent: 100, fileId: event.fileId, filename: event.filename }
    default:
      return withPart(item, event)
  }
}

const STATUS_OF_VERDICT = {
  fine: 'pending',
  duplicateName: 'duplicateName',
  tooLarge: 'tooLarge',
  notSound: 'refused',
  empty: 'tooShort',
} as const

export function newItem({ id, file, verdict, texts }: NewItem, folderId: string | null): UploadItem {
  const status = STATUS_OF_VERDICT[verdict]
  const reason = verdict === 'notSound' || verdict === 'empty' ? verdict : null
  const fileProperties = { ...splitName(file.name), size: file.size, lastModified: file.lastModified, folderId }
  return { id, ...fileProperties, status, reason, ...INITIAL_STATE, ...texts }
}

const INITIAL_STATE = {
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

export function continuedItem({ id, file, filename, upload, uploadBytes, sourceMd5, kept }: ContinuedUpload): UploadItem {
  const item = newItem({ id, file, verdict: 'fine' }, null)
  return { ...item, filename: filename ?? item.filename, upload, uploadBytes, sourceMd5, kept, wantedAnyway: true }
}

/** Restores a stored item. Work in progress starts again, and network failures are retried. */
export function restoredItem(item: UploadItem, bytes: StoredBytes = 'lost'): UploadItem {
  if (!isUnderway(item) && !canRetry(item) && item.status !== 'duplicateName') return item
  if (bytes === 'lost' && (item.hasTexts || !hasAllArrived(item))) return withLostBytes(item)
  const continuable = bytes === 'chosen' ? withoutTranscode(item) : item
  return isUnderway(continuable) || isNetworkFailure(continuable) ? requeue(continuable) : continuable
}

const withLostBytes = (item: UploadItem): UploadItem => ({
  ...requeue(item),
  status: 'refused',
  reason: item.hasTexts ? 'importLost' : 'bytesLost',
  kept: false,
  percent: 0,
})

/** The transcoded file is gone and must be created again. */
const withoutTranscode = (item: UploadItem): UploadItem =>
  item.madeSmall ? { ...item, madeSmall: false, sendBytes: null } : item

const acceptDuplicate = (item: UploadItem, filename: string): UploadItem => ({
  ...item,
  filename,
  status: 'pending',
  reason: null,
  wantedAnyway: true,
})

/** `sameAs` stays set when the title is also taken, so that one answer of the user covers both. */
export function markDuplicateAudio(item: UploadItem, sameAs: { fileId: string | null; filename: string }): UploadItem {
  if (item.wantedAnyway || item.sameAs || (item.status !== 'pending' && item.status !== 'duplicateName')) return item
  return { ...item, status: 'duplicateName', reason: 'sameSound', sameAs }
}

function applyInspection(item: UploadItem, { asIs, duration }: { asIs: boolean; duration: Millis | null }): UploadItem {
  const checked = { ...item, checked: true, duration }
  if (!asIs) return { ...checked, status: 'transcodingQueued' }
  return { ...checked, status: (duration === null ? null : durationError(duration)) ?? 'pending', sendBytes: item.size }
}

/** Queues the item again: for sending when its bytes are ready (0), otherwise for transcoding (3). */
export function requeue(item: UploadItem): UploadItem {
  const status = item.checked && item.sendBytes === null ? 'transcodingQueued' : 'pending'
  return { ...item, status, reason: null, held: false, parts: item.parts.map(resetPart) }
}

const resetPart = (part: UploadPart): UploadPart =>
  part.status === 'completed' ? part : { ...part, status: 'notUploaded', percent: 0 }

function withFailure(
  item: UploadItem,
  { status, reason }: { status: UploadFailureStatus; reason: UploadReason | null },
): UploadItem {
  const failed = { ...item, status, reason }
  return isNetworkFailure(failed) ? { ...failed, attempts: item.attempts + 1 } : failed
}

function withParts(item: UploadItem, arrived: readonly UploadedPart[]): UploadItem {
  const etags = new Map(arrived.map(({ PartNumber, Etag }) => [PartNumber, Etag]))
  const parts = item.upload?.part_urls.map((_, at): UploadPart => {
    const Etag = etags.get(at + 1) ?? null
    return { index: at + 1, status: Etag === null ? 'notUploaded' : 'completed', percent: Etag === null ? 0 : 100, Etag }
  })
  const percent = sentPercent({ ...item, parts: parts ?? [] })
  return { ...item, parts: parts ?? [], percent, sincePercent: percent }
}

function withPart(item: UploadItem, event: PartEvent): UploadItem {
  const parts = item.parts.map((part) => (part.index === event.index ? reducePart(part, event) : part))
  const attempts = event.type === 'partDone' ? 0 : item.attempts
  return { ...item, parts, attempts, percent: sentPercent({ ...item, parts }) }
}

function reducePart(part: UploadPart, event: PartEvent): UploadPart {
  if (event.type === 'partDone') return { ...part, status: 'completed', percent: 100, Etag: event.Etag }
  if (event.type === 'partFailed') return { ...part, status: 'failed', percent: 0, Etag: null }
  return { ...part, status: 'uploading', percent: event.percent, Etag: null }
}

/** All parts but the last one have the same size. */
function sentPercent(item: UploadItem): number {
  const totalBytes = item.sendBytes ?? 0
  if (totalBytes === 0) return 0
  const sentBytes = item.parts.reduce((sum, part) => sum + (partBytes(part.index, totalBytes) * part.percent) / 100, 0)
  return Math.min(100, (sentBytes / totalBytes) * 100)
}

const partBytes = (index: number, totalBytes: Bytes): Bytes =>
  Math.max(0, Math.min(PART_BYTES, totalBytes - (index - 1) * PART_BYTES))
