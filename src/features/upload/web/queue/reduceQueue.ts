import type { Bytes, Millis } from '#shared/units.ts'
import { PART_BYTES, type UploadedPart } from '../../contract.ts'
import { durationError, type UploadStatus, withTimestamp } from '../../rules.ts'
import type { UploadProgressEvent } from '../sending/uploadContext.ts'
import type { TranscodeResult } from '../transcoding/worker/transcodeProtocol.ts'
import type { ItemCommand, QueueCommand } from './queueRunner.ts'
import {
  canRetry,
  hasAllArrived,
  isNetworkFailure,
  isUnderway,
  type ItemFailure,
  type UploadItem,
  type UploadPart,
} from './uploadItem.ts'

/** The state of the queue. `removed`: items that can still be restored, and their positions. */
export type UploadQueue = {
  readonly items: readonly UploadItem[]
  readonly removed: readonly { readonly item: UploadItem; readonly index: number }[]
}

export const emptyQueue: UploadQueue = { items: [], removed: [] }

/** Stored bytes of an item: ready to continue, only the selected file, or nothing. */
export type StoredBytes = 'ready' | 'chosen' | 'lost'

/** What happens to one item. */
type ItemEvent =
  | ItemCommand
  | ({ id: string } &
      /** `kept`: a copy is stored that outlives the page. `sameAs`: the recording of the library with the same audio. */
      (
        | { type: 'hashed'; md5: string; kept: boolean; sameAs: UploadItem['sameAs'] }
        /** `asIs`: the bytes are sent unchanged; otherwise they are transcoded first. */
        | { type: 'validated'; asIs: boolean; duration: Millis | null }
        | { type: 'started'; step: 'transcode' | 'send' }
        | { type: 'progress'; percent: number; duration: Millis | null }
        | ({ type: 'transcoded'; sendBytes: Bytes; kept: boolean } & TranscodeResult)
        | UploadProgressEvent
        | { type: 'uploaded'; fileId: string; filename: string }
        | ({ type: 'failed' } & ItemFailure)
        | { type: 'fileReselected'; md5: string; kept: boolean }
      ))

/** What changes the queue. */
export type QueueEvent =
  | QueueCommand
  | ItemEvent
  | { type: 'added'; items: readonly UploadItem[] }
  /** Loaded from this browser's storage. Items in progress wait again. */
  | { type: 'restored'; items: readonly UploadItem[]; bytes: ReadonlyMap<string, StoredBytes> }
  | { type: 'networkRestored' }
  /** The removal of an item can no longer be undone. */
  | { type: 'deleted'; id: string }

/** Duplicate titles are inspected too, so that the user is asked once even if the audio is also the same. */
const needsInspection = ({ status, checked, sourceMd5 }: UploadItem): boolean =>
  (status === 'pending' && !checked) || (status === 'duplicateName' && sourceMd5 === null)

/** Returns the items to start next: one to inspect, one to transcode, one to send (B§4: one of each at a time). */
export function nextWork(items: readonly UploadItem[]): Record<'inspect' | 'transcode' | 'send', string | null> {
  const first = (matches: (item: UploadItem) => boolean): string | null =>
    items.find((item) => !item.held && matches(item))?.id ?? null
  const isBusy = (status: UploadStatus): boolean => items.some((item) => item.status === status)
  return {
    inspect: first(needsInspection),
    transcode: isBusy('transcoding') ? null : first((item) => item.status === 'transcodingQueued'),
    send: isBusy('uploading') ? null : first((item) => item.status === 'pending' && item.sendBytes !== null),
  }
}

/** Applies an event to the queue. Events for a missing item, or for an item in another state, change nothing. */
export function reduceQueue(queue: UploadQueue, event: QueueEvent, now: Millis): UploadQueue {
  const { items, removed } = queue
  switch (event.type) {
    case 'added':
      return { removed, items: [...items, ...event.items] }
    case 'restored':
      return { removed, items: [...event.items.map((item) => restoredItem(item, event.bytes.get(item.id))), ...items] }
    case 'networkRestored':
      return { removed, items: items.map((item) => (isNetworkFailure(item) ? requeue(item) : item)) }
    case 'clearFinished':
      return { removed, items: items.filter((item) => item.status !== 'completed') }
    case 'remove': {
      const index = items.findIndex((item) => item.id === event.id)
      const item = items[index]
      if (!item) return queue
      return { items: items.toSpliced(index, 1), removed: item.status === 'completed' ? removed : [...removed, { item, index }] }
    }
    case 'undoRemove': {
      const entry = removed.find(({ item }) => item.id === event.id)
      if (!entry) return queue
      return {
        items: items.toSpliced(entry.index, 0, restoredItem(entry.item, 'ready')),
        removed: removed.filter((each) => each !== entry),
      }
    }
    case 'deleted':
      return { items, removed: removed.filter(({ item }) => item.id !== event.id) }
    default:
      return { removed, items: items.map((item) => (item.id === event.id ? reduceItem(item, event, items, now) : item)) }
  }
}

function reduceItem(item: UploadItem, event: ItemEvent, items: readonly UploadItem[], now: Millis): UploadItem {
  const { status } = item
  switch (event.type) {
    case 'retry':
      return canRetry(item) ? requeue(item) : item
    case 'pause':
      return isUnderway(item) ? { ...requeue(item), held: true, percent: 0 } : item
    case 'keepBoth':
      return acceptDuplicate(item, withTimestamp(item.filename, new Date(now), new Set(items.map(({ filename }) => filename))))
    case 'sendAnyway':
      return acceptDuplicate(item, item.filename)
    case 'hashed':
      if (!needsInspection(item)) return item
      return markSameAudio({ ...item, sourceMd5: event.md5, kept: event.kept }, sameInQueue(items, event) ?? event.sameAs)
    case 'validated':
      return status === 'pending' && !item.checked ? withInspection(item, event) : item
    case 'started':
      return nextWork(items)[event.step] === item.id ? withStart(item, event.step, now) : item
    case 'progress':
      return status === 'transcoding' ? { ...item, percent: event.percent, duration: event.duration ?? item.duration } : item
    case 'transcoded':
      return status === 'transcoding' ? withTranscode(item, event) : item
    case 'presigned':
      return status === 'uploading' ? withParts(item, event) : item
    case 'part':
      return status === 'uploading' ? withPart(item, event.part) : item
    case 'uploaded':
      if (status !== 'uploading') return item
      return { ...item, status: 'completed', percent: 100, fileId: event.fileId, filename: event.filename }
    case 'failed':
      return isUnderway(item) || status === 'duplicateName' ? withFailure(item, event) : item
    case 'fileReselected':
      if (item.reason !== 'bytesLost') return item
      return requeue({ ...withoutTranscode(item), sourceMd5: event.md5, kept: event.kept })
  }
}

type EventOf<Type extends ItemEvent['type']> = Extract<ItemEvent, { type: Type }>

/** Restores a stored item. Work in progress starts again, and network failures are retried. */
function restoredItem(item: UploadItem, bytes: StoredBytes = 'lost'): UploadItem {
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

/** Queues the item again: for sending when its bytes are ready (0), otherwise for transcoding (3). */
function requeue(item: UploadItem): UploadItem {
  const status = item.checked && item.sendBytes === null ? 'transcodingQueued' : 'pending'
  const resetPart = (part: UploadPart): UploadPart =>
    part.status === 'completed' ? part : { ...part, status: 'notUploaded', percent: 0 }
  return { ...item, status, reason: null, held: false, parts: item.parts.map(resetPart) }
}

const acceptDuplicate = (item: UploadItem, filename: string): UploadItem =>
  item.status === 'duplicateName' ? { ...item, filename, status: 'pending', reason: null, wantedAnyway: true } : item

/** When the same bytes were selected twice, the first item continues and the second waits for the user. */
function sameInQueue(items: readonly UploadItem[], { id, md5 }: EventOf<'hashed'>): UploadItem['sameAs'] {
  const earlierItems = items.slice(
    0,
    items.findIndex((item) => item.id === id),
  )
  const original = earlierItems.find((item) => item.sourceMd5 === md5 && !FINAL_FAILURES.has(item.status))
  return original ? { fileId: original.fileId, filename: original.filename } : null
}

/** Statuses that never lead to a recording. */
const FINAL_FAILURES: ReadonlySet<UploadStatus> = new Set(['refused', 'tooLarge', 'tooLong', 'tooShort', 'transcodeError'])

/** `sameAs` stays set when the title is also taken, so that one answer of the user covers both. */
const markSameAudio = (item: UploadItem, sameAs: UploadItem['sameAs']): UploadItem =>
  sameAs === null || item.wantedAnyway || item.sameAs ? item : { ...item, status: 'duplicateName', reason: 'sameSound', sameAs }

function withInspection(item: UploadItem, { asIs, duration }: EventOf<'validated'>): UploadItem {
  const checked = { ...item, checked: true, duration }
  if (!asIs) return { ...checked, status: 'transcodingQueued' }
  return { ...checked, status: (duration === null ? null : durationError(duration)) ?? 'pending', sendBytes: item.size }
}

function withStart(item: UploadItem, step: 'transcode' | 'send', now: Millis): UploadItem {
  const percent = step === 'send' ? sentPercent(item) : 0
  return { ...item, status: step === 'send' ? 'uploading' : 'transcoding', percent, since: now, sincePercent: percent }
}

/** Back to pending (B§4), unless the audio is too short or too long. */
function withTranscode(item: UploadItem, event: EventOf<'transcoded'>): UploadItem {
  const { sendBytes, duration, tracks, channelSpans, kept } = event
  const status = durationError(duration) ?? 'pending'
  return { ...item, status, percent: 0, sendBytes, duration, tracks, channelSpans, kept, madeSmall: true, attempts: 0 }
}

function withFailure(item: UploadItem, { status, reason }: ItemFailure): UploadItem {
  if (reason === 'bytesLost') return withLostBytes(item)
  const failed = { ...item, status, reason }
  return isNetworkFailure(failed) ? { ...failed, attempts: item.attempts + 1 } : failed
}

function withParts(item: UploadItem, { upload, uploadBytes, arrived }: EventOf<'presigned'>): UploadItem {
  const etags = new Map(arrived.map(({ PartNumber, Etag }: UploadedPart) => [PartNumber, Etag]))
  const parts = upload.part_urls.map((_, at): UploadPart => {
    const Etag = etags.get(at + 1) ?? null
    return { index: at + 1, status: Etag === null ? 'notUploaded' : 'completed', percent: Etag === null ? 0 : 100, Etag }
  })
  const percent = sentPercent({ ...item, parts })
  return { ...item, upload, uploadBytes, parts, percent, sincePercent: percent }
}

function withPart(item: UploadItem, changed: UploadPart): UploadItem {
  const parts = item.parts.map((part) => (part.index === changed.index ? changed : part))
  const attempts = changed.status === 'completed' ? 0 : item.attempts
  return { ...item, parts, attempts, percent: sentPercent({ ...item, parts }) }
}

/** All parts but the last one have the same size. */
function sentPercent({ parts, sendBytes }: UploadItem): number {
  const totalBytes = sendBytes ?? 0
  if (totalBytes === 0) return 0
  const bytesOf = (index: number): Bytes => Math.max(0, Math.min(PART_BYTES, totalBytes - (index - 1) * PART_BYTES))
  const sentBytes = parts.reduce((sum, part) => sum + (bytesOf(part.index) * part.percent) / 100, 0)
  return Math.min(100, (sentBytes / totalBytes) * 100)
}
