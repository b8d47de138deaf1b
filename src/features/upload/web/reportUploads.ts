import type { Millis } from '#kit/units.ts'
import { reportEvent, reportMeasure } from '#ui/monitor.ts'
import { UPLOAD_STATUS } from '../rules.ts'
import type { QueueEvent } from './reduceQueue.ts'
import type { UploadItem } from './uploadItem.ts'

/** What an earlier page had reported already. */
const OLD_NEWS: ReadonlySet<QueueEvent['type']> = new Set(['restored', 'putBack', 'continued'])

/**
 * Reports files that have just failed (B§8), also those that no call was made for, and how long making small and sending took
 * (A§9). A question to the owner is no failure, and of tries in a row only the first is reported. Reports hold no names.
 */
export function reportUploads(
  event: QueueEvent,
  { before, after, now }: { before: readonly UploadItem[]; after: readonly UploadItem[]; now: Millis },
): void {
  if (OLD_NEWS.has(event.type)) return
  const known = new Map(before.map((item) => [item.id, item]))
  for (const item of after) {
    const was = known.get(item.id)
    if (was === item || was?.status === item.status) continue
    reportFailure(item)
    if (was) reportTime(was, item, now)
  }
}

function reportFailure({ status, reason, size, attempts }: UploadItem): void {
  const code = UPLOAD_STATUS[status]
  if (code >= 0 || status === 'duplicateName' || attempts > 1) return
  reportEvent('upload_error', { code, size, ...(reason && { reason }) })
}

function reportTime(was: UploadItem, item: UploadItem, now: Millis): void {
  if (was.status === 'transcoding' && item.madeSmall) {
    reportMeasure('audioProcessing', now - was.since, { size: item.size, ...(item.duration && { duration: item.duration }) })
  }
  if (was.status === 'uploading' && item.status === 'completed') {
    reportMeasure('upload', now - was.since, { size: item.sendBytes ?? item.size })
  }
}
