import type { UploadStatus } from '../../rules.ts'
import { isNetworkFailure, type UploadItem, type UploadQueue } from './uploadItem.ts'
import type { QueueEvent } from './queueEvents.ts'
import {
  needsInspection,
  type ItemEvent,
  reduceItem,
  newItem,
  continuedItem,
  restoredItem,
  markDuplicateAudio,
  requeue,
} from './reduceItem.ts'

/** Returns the items to start next: one to inspect, one to transcode, one to send (B§4: one of each at a time). */
export function nextWork(queue: UploadQueue): { check: string | null; transcode: string | null; upload: string | null } {
  const first = (matches: (item: UploadItem) => boolean): string | null =>
    queue.items.find((item) => !item.held && matches(item))?.id ?? null
  const isBusy = (status: UploadStatus): boolean => queue.items.some((item) => item.status === status)
  return {
    check: first(needsInspection),
    transcode: isBusy('transcoding') ? null : first((item) => item.status === 'transcodingQueued'),
    upload: isBusy('uploading') ? null : first((item) => item.status === 'pending' && item.sendBytes !== null),
  }
}

/** Applies an event to the queue. Events for a missing item, or for an item in another state, change nothing. */
export function reduceQueue(queue: UploadQueue, event: QueueEvent): UploadQueue {
  const { items } = queue
  switch (event.type) {
    case 'added':
      return { items: [...items, ...event.files.map((each) => newItem(each, event.folderId))] }
    case 'continued':
      return { items: [...items, continuedItem(event)] }
    case 'restored':
      return { items: [...event.items.map((item) => restoredItem(item, event.bytes.get(item.id))), ...items] }
    case 'networkRestored':
      return { items: items.map((item) => (isNetworkFailure(item) ? requeue(item) : item)) }
    case 'cleared':
      return { items: items.filter((item) => item.status !== 'completed') }
    case 'removed':
      return { items: items.filter((item) => item.id !== event.id) }
    case 'removalUndone':
      return { items: items.toSpliced(event.at, 0, restoredItem(event.item, 'ready')) }
    case 'transcodeStarted':
      return nextWork(queue).transcode === event.id ? withItem(queue, event) : queue
    case 'uploadStarted':
      return nextWork(queue).upload === event.id ? withItem(queue, event) : queue
    case 'hashed':
      return withDuplicate(withItem(queue, event), event)
    default:
      return withItem(queue, event)
  }
}

function withItem(queue: UploadQueue, event: ItemEvent): UploadQueue {
  const items = queue.items.map((item) => (item.id === event.id ? reduceItem(item, event) : item))
  return { items }
}

/** When the same bytes were selected twice, the first item continues and the second waits for the user. */
function withDuplicate(queue: UploadQueue, { id, md5 }: { id: string; md5: string }): UploadQueue {
  const index = queue.items.findIndex((item) => item.id === id)
  const original = queue.items
    .slice(0, Math.max(0, index))
    .find((item) => item.sourceMd5 === md5 && !FINAL_FAILURES.has(item.status))
  if (!original) return queue
  const sameAs = { fileId: original.fileId, filename: original.filename }
  return { items: queue.items.map((item) => (item.id === id ? markDuplicateAudio(item, sameAs) : item)) }
}

/** Statuses that never lead to a recording. */
const FINAL_FAILURES: ReadonlySet<UploadStatus> = new Set(['refused', 'tooLarge', 'tooLong', 'tooShort', 'transcodeError'])
