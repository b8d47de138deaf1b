import type { Millis } from '#shared/units.ts'
import { reportEvent, reportMeasure } from '#browser/monitoring/monitor.ts'
import { UPLOAD_STATUS } from '../../rules.ts'
import type { UploadItem } from './uploadItem.ts'
import type { QueueEvent } from './reduceQueue.ts'

/** Events for state that an earlier page has already reported. */
const ALREADY_REPORTED: ReadonlySet<QueueEvent['type']> = new Set(['restored', 'undoRemove'])

/**
 * Reports newly failed files (B§8), including those without any request, and the duration of transcoding and sending (A§9).
 * Questions to the user are not failures, and of consecutive attempts only the first is reported. Reports contain no file names.
 */
export function reportUploads(
  event: QueueEvent,
  { before, after, now }: { before: readonly UploadItem[]; after: readonly UploadItem[]; now: Millis },
): void {
  if (ALREADY_REPORTED.has(event.type)) return
  const previousById = new Map(before.map((item) => [item.id, item]))
  for (const item of after) {
    const previous = previousById.get(item.id)
    if (previous === item || previous?.status === item.status) continue
    reportFailure(item)
    if (previous) reportDuration(previous, item, now)
  }
}

function reportFailure({ status, reason, size, attempts }: UploadItem): void {
  const code = UPLOAD_STATUS[status]
  if (code >= 0 || status === 'duplicateName' || attempts > 1) return
  reportEvent('upload_error', { code, size, ...(reason && { reason }) })
}

function reportDuration(previous: UploadItem, item: UploadItem, now: Millis): void {
  if (previous.status === 'transcoding' && item.madeSmall) {
    reportMeasure('audioProcessing', now - previous.since, { size: item.size, ...(item.duration && { duration: item.duration }) })
  }
  if (previous.status === 'uploading' && item.status === 'completed') {
    reportMeasure('upload', now - previous.since, { size: item.sendBytes ?? item.size })
  }
}
