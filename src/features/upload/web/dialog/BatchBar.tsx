import { useState } from 'react'
import { seconds } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { Button } from '#ui/button/Button.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { type Batch, toneOf } from '../queue/batch.ts'
import { canRetry, isNetworkFailure, isUnderway, type UploadItem } from '../queue/uploadItem.ts'
import type { Uploads } from '../queue/Uploads.ts'

/** Summary and actions of the whole queue: progress, remaining time, and actions for several files at once. */
export function BatchBar({ batch, uploads }: { batch: Batch; uploads: Uploads }) {
  const t = useTranslations('upload')
  const { percent } = useFormat()
  const remaining = useTimeLeft(batch)
  const { done, total, underway, waiting, share } = batch
  const isRunning = underway + waiting > 0
  if (total === 0 && Math.max(batch.duplicates, batch.retriable, batch.refused) < 2) return null
  return (
    <section aria-label={t('batch_label')} className="mt-4 grid grid-cols-1 gap-2">
      {total > 0 && (
        <p className="flex flex-wrap justify-between gap-x-4 text-md tabular">
          <span className="font-[560]">{t('sync_running', { done, total })}</span>
          {isRunning && share !== null && (
            <span className="text-ink2">
              {[percent(share), remaining !== null && t('time_left', { time: formatTimestamp(remaining) })]
                .filter(Boolean)
                .join(' · ')}
            </span>
          )}
        </p>
      )}
      {isRunning && share !== null && (
        <ProgressBar label={t('batch_label')} value={share} tone={underway > 0 ? 'accent' : 'waiting'} />
      )}
      <BatchButtons batch={batch} uploads={uploads} />
    </section>
  )
}

/** One button for each action that applies to more than one file. */
function BatchButtons({ batch, uploads }: { batch: Batch; uploads: Uploads }) {
  const t = useTranslations('upload')
  const toast = useToast()
  const { done, underway, waiting, held, duplicates, retriable, refused } = batch
  const itemsThat = (matches: (item: UploadItem) => boolean) => uploads.store.getState().items.filter(matches)
  const forEach = (matches: (item: UploadItem) => boolean, type: 'keepBoth' | 'retry' | 'pause') => {
    for (const { id } of itemsThat(matches)) uploads.dispatch({ type, id })
  }
  const removeAll = (matches: (item: UploadItem) => boolean, message: 'cancelled' | 'removed_many') => {
    const removed = itemsThat(matches)
    const restores = removed.map((item) => uploads.remove(item.id))
    const run = () => {
      // The last removed item is restored first, so that all return to their old positions.
      for (const restore of restores.toReversed()) restore()
    }
    const text = message === 'cancelled' ? t('cancelled', { count: removed.length }) : t('removed_many', { n: removed.length })
    toast.show(text, { id: 'upload-removed', action: { label: t('undo'), run, undoes: true } })
  }
  const batchButton = (label: string, run: () => void) => (
    <Button size="sm" onClick={run}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {duplicates > 1 && batchButton(t('keep_all_both', { n: duplicates }), () => forEach(isDuplicateTitle, 'keepBoth'))}
      {retriable > 1 &&
        batchButton(t(held === retriable ? 'resume_all' : 'retry_all', { n: retriable }), () => forEach(canRetry, 'retry'))}
      {underway > 1 && batchButton(t('pause_all'), () => forEach(isUnderway, 'pause'))}
      {underway + waiting + held > 1 && batchButton(t('cancel_all'), () => removeAll(isUnfinished, 'cancelled'))}
      {refused > 1 && batchButton(t('remove_refused', { n: refused }), () => removeAll(isRefused, 'removed_many'))}
      {done > 0 && batchButton(t('clear_finished'), () => uploads.clearFinished())}
    </div>
  )
}

/** Those with the same audio need a decision of their own. */
const isDuplicateTitle = ({ status, reason }: UploadItem): boolean => status === 'duplicateName' && reason !== 'sameSound'
const isUnfinished = (item: UploadItem): boolean => item.held || isUnderway(item) || isNetworkFailure(item)
const isRefused = (item: UploadItem): boolean => toneOf(item) === 'bad'

/** Minimum time and progress before a speed is measured. */
const MIN_ELAPSED = seconds(3)
const MIN_PROGRESS = 0.01

/** Estimates the remaining time of all uploads from their speed so far; null while it is unknown. */
function useTimeLeft({ total, underway, share }: Batch): number | null {
  const now = useNow(underway > 0 ? undefined : null)
  const [start, setStart] = useState({ total, share, now, isMoving: underway > 0 })
  // A new selection or a pause: the previous speed no longer applies.
  if (start.total !== total || start.isMoving !== underway > 0 || (share ?? 0) < (start.share ?? 0))
    setStart({ total, share, now, isMoving: underway > 0 })
  const [elapsed, gained] = [now - start.now, (share ?? 0) - (start.share ?? 0)]
  if (underway === 0 || share === null || elapsed < MIN_ELAPSED || gained < MIN_PROGRESS) return null
  return (elapsed / gained) * (1 - share)
}
