import type { Bytes, Millis } from '#kit/units.ts'
import { PART_BYTES, type PresignedUpload } from '../contract.ts'
import { type Candidate, durationTrouble, splitName, type UploadStatus, type Verdict, withTimestamp } from '../rules.ts'

/** Why a file was refused or could not be made small; the dialog has a sentence for each. */
export type UploadReason =
  | 'notSound'
  | 'cannotRead'
  | 'needsHttps'
  | 'noAudioTrack'
  | 'damaged'
  | 'noSoundInside'
  | 'noRoom'
  | 'server'

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
  /** What goes up; null while it must be made small first. */
  readonly sendBytes: Bytes | null
  /** Of the present step, 0 to 100. */
  readonly percent: number
  /** When the present step began, and from which percent it set out. */
  readonly since: Millis
  readonly sincePercent: number
  readonly duration: Millis | null
  readonly upload: PresignedUpload | null
  readonly parts: readonly UploadPart[]
  /** The file of the library that came of it. */
  readonly fileId: string | null
}

/** `dropped`: names that would have carried the last selection over the limit (B§5), until they have been read. */
export type UploadQueue = { readonly items: readonly UploadItem[]; readonly dropped: readonly string[] }

export type UploadFailure = Extract<
  UploadStatus,
  | 'tooLong'
  | 'refused'
  | 'tooLarge'
  | 'networkError'
  | 'transcodeError'
  | 'tooShort'
  | 'uploadNetworkError'
  | 'transcodeNetworkError'
>

export type QueueEvent =
  | {
      type: 'added'
      files: readonly { id: string; file: Candidate; verdict: Verdict }[]
      dropped: readonly string[]
      folderId: string | null
    }
  | { type: 'keptBoth'; id: string; at: Date; titles: ReadonlySet<string> }
  /** `asIs`: these bytes go up untouched; else they are made small first. */
  | { type: 'validated'; id: string; asIs: boolean; duration: Millis | null }
  | { type: 'transcodeStarted'; id: string; now: Millis }
  | { type: 'progress'; id: string; percent: number; duration: Millis | null }
  | { type: 'transcoded'; id: string; sendBytes: Bytes; duration: Millis }
  | { type: 'transcodeFailed'; id: string; status: UploadFailure; reason: UploadReason | null }
  | { type: 'uploadStarted'; id: string; now: Millis }
  | { type: 'presigned'; id: string; upload: PresignedUpload }
  | { type: 'partProgress'; id: string; index: number; percent: number }
  | { type: 'partDone'; id: string; index: number; Etag: string }
  | { type: 'partFailed'; id: string; index: number }
  | { type: 'uploaded'; id: string; fileId: string; filename: string }
  | { type: 'failed'; id: string; status: UploadFailure; reason: UploadReason | null }
  | { type: 'retried'; id: string }
  | { type: 'cameBack' }
  | { type: 'cancelled'; id: string }
  | { type: 'removed'; id: string }
  | { type: 'cleared' }
  | { type: 'droppedRead' }

export const emptyQueue: UploadQueue = { items: [], dropped: [] }

/** What may begin now: one item to look into, one to make small, one to send (B§4: one of each at a time). */
export function nextWork(queue: UploadQueue): { check: string | null; transcode: string | null; upload: string | null } {
  const first = (fits: (item: UploadItem) => boolean): string | null =>
    queue.items.find((item) => !item.held && fits(item))?.id ?? null
  const busy = (status: UploadStatus): boolean => queue.items.some((item) => item.status === status)
  return {
    check: first((item) => item.status === 'pending' && !item.checked),
    transcode: busy('transcoding') ? null : first((item) => item.status === 'transcodingQueued'),
    upload: busy('uploading') ? null : first((item) => item.status === 'pending' && item.sendBytes !== null),
  }
}

/** True for failures that another try may cure. */
export function mayRetry(item: UploadItem): boolean {
  if (item.held) return true
  if (item.status === 'refused') return item.reason === 'noRoom' || item.reason === 'server'
  return isNetworkFailure(item)
}

/** True while the item is on its way and can be stopped. */
export const isUnderway = (item: UploadItem): boolean =>
  !item.held && ['pending', 'uploading', 'transcodingQueued', 'transcoding'].includes(item.status)

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

/** The queue after something has happened. Events for an item that is gone, or not in the state they speak of, change nothing. */
export function reduceQueue(queue: UploadQueue, event: QueueEvent): UploadQueue {
  switch (event.type) {
    case 'added':
      return {
        items: [...queue.items, ...event.files.map((each) => newItem(each, event.folderId))],
        dropped: [...queue.dropped, ...event.dropped],
      }
    case 'cameBack':
      return { ...queue, items: queue.items.map((item) => (isNetworkFailure(item) ? backInLine(item) : item)) }
    case 'cleared':
      return { ...queue, items: queue.items.filter((item) => item.status !== 'completed') }
    case 'droppedRead':
      return { ...queue, dropped: [] }
    case 'removed':
      return { ...queue, items: queue.items.filter((item) => item.id !== event.id) }
    case 'transcodeStarted':
      return nextWork(queue).transcode === event.id ? withItem(queue, event) : queue
    case 'uploadStarted':
      return nextWork(queue).upload === event.id ? withItem(queue, event) : queue
    default:
      return withItem(queue, event)
  }
}

type ItemEvent = Extract<QueueEvent, { id: string }>

function withItem(queue: UploadQueue, event: ItemEvent): UploadQueue {
  const items = queue.items.map((item) => (item.id === event.id ? after(item, event) : item))
  return { ...queue, items }
}

function after(item: UploadItem, event: ItemEvent): UploadItem {
  switch (event.type) {
    case 'keptBoth':
      return item.status === 'duplicateName'
        ? { ...item, status: 'pending', filename: withTimestamp(item.filename, event.at, event.titles) }
        : item
    case 'validated':
      return item.status === 'pending' && !item.checked ? validated(item, event) : item
    case 'transcodeStarted':
      return { ...item, status: 'transcoding', percent: 0, since: event.now, sincePercent: 0 }
    case 'transcoded':
      return item.status === 'transcoding' ? transcoded(item, event) : item
    case 'transcodeFailed':
      return item.status === 'transcoding' ? { ...item, status: event.status, reason: event.reason } : item
    case 'progress':
      return item.status === 'transcoding' ? { ...item, percent: event.percent, duration: event.duration ?? item.duration } : item
    case 'uploadStarted':
      return { ...item, status: 'uploading', since: event.now, sincePercent: percentSent(item), percent: percentSent(item) }
    case 'uploaded':
      return item.status === 'uploading'
        ? { ...item, status: 'completed', percent: 100, fileId: event.fileId, filename: event.filename }
        : item
    case 'failed':
      return item.status === 'uploading' || item.status === 'pending'
        ? { ...item, status: event.status, reason: event.reason }
        : item
    case 'retried':
      return mayRetry(item) ? backInLine(item) : item
    case 'cancelled':
      return isUnderway(item) ? { ...backInLine(item), held: true, percent: 0 } : item
    case 'presigned':
      return item.status === 'uploading' ? presigned(item, event.upload) : item
    case 'partProgress':
    case 'partDone':
    case 'partFailed':
      return item.status === 'uploading' ? withPart(item, event) : item
    case 'removed':
      return item
  }
}

const STATUS_OF_VERDICT = { fine: 'pending', duplicateName: 'duplicateName', tooLarge: 'tooLarge', notSound: 'refused' } as const

function newItem({ id, file, verdict }: { id: string; file: Candidate; verdict: Verdict }, folderId: string | null): UploadItem {
  const now = { percent: 0, since: 0, sincePercent: 0, held: false, checked: false }
  const later = { sendBytes: null, duration: null, upload: null, parts: [], fileId: null }
  const reason = verdict === 'notSound' ? 'notSound' : null
  const known = { ...splitName(file.name), size: file.size, lastModified: file.lastModified, folderId }
  return { id, ...known, status: STATUS_OF_VERDICT[verdict], reason, ...now, ...later }
}

function validated(item: UploadItem, { asIs, duration }: { asIs: boolean; duration: Millis | null }): UploadItem {
  const checked = { ...item, checked: true, duration }
  if (!asIs) return { ...checked, status: 'transcodingQueued' }
  return { ...checked, status: (duration === null ? null : durationTrouble(duration)) ?? 'pending', sendBytes: item.size }
}

/** Made small: back to pending (B§4), unless the sound turned out too short or too long. */
function transcoded(item: UploadItem, { sendBytes, duration }: { sendBytes: Bytes; duration: Millis }): UploadItem {
  return { ...item, status: durationTrouble(duration) ?? 'pending', percent: 0, sendBytes, duration }
}

/** Where an item waits: ready bytes wait to be sent (0), everything else to be made small (3). */
function backInLine(item: UploadItem): UploadItem {
  const status = item.checked && item.sendBytes === null ? 'transcodingQueued' : 'pending'
  return { ...item, status, reason: null, held: false, parts: item.parts.map(unlessCompleted) }
}

const unlessCompleted = (part: UploadPart): UploadPart =>
  part.status === 'completed' ? part : { ...part, status: 'notUploaded', percent: 0 }

const isNetworkFailure = (item: UploadItem): boolean =>
  item.status === 'networkError' || item.status === 'uploadNetworkError' || item.status === 'transcodeNetworkError'

function presigned(item: UploadItem, upload: PresignedUpload): UploadItem {
  const parts = upload.part_urls.map((_, at): UploadPart => ({ index: at + 1, status: 'notUploaded', percent: 0, Etag: null }))
  return { ...item, upload, parts, percent: 0, sincePercent: 0 }
}

function withPart(item: UploadItem, event: Extract<ItemEvent, { index: number }>): UploadItem {
  const parts = item.parts.map((part) => (part.index === event.index ? partAfter(part, event) : part))
  return { ...item, parts, percent: percentSent({ ...item, parts }) }
}

function partAfter(part: UploadPart, event: Extract<ItemEvent, { index: number }>): UploadPart {
  if (event.type === 'partDone') return { ...part, status: 'completed', percent: 100, Etag: event.Etag }
  if (event.type === 'partFailed') return { ...part, status: 'failed', percent: 0 }
  return { ...part, status: 'uploading', percent: event.percent }
}

/** Every slice but the last weighs the same. */
function percentSent(item: UploadItem): number {
  const all = item.sendBytes ?? 0
  if (all === 0) return 0
  const sent = item.parts.reduce((sum, part) => sum + (partBytes(part.index, all) * part.percent) / 100, 0)
  return Math.min(100, (sent / all) * 100)
}

const partBytes = (index: number, all: Bytes): Bytes => Math.max(0, Math.min(PART_BYTES, all - (index - 1) * PART_BYTES))
