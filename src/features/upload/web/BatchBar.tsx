import { useState } from 'react'
import { seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useNow } from '#ui/useNow.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { type Batch, toneOf } from './batch.ts'
import { isNetworkFailure, isUnderway, type UploadItem } from './uploadItem.ts'
import type { Uploads } from './Uploads.ts'

/** Summary and actions of the whole queue: progress, remaining time, and actions for several files at once. */
export function BatchBar({ batch, uploads }: { batch: Batch; uploads: Uploads }) {
  const t = useWords('upload')
  const { clock, percent } = useFormat()
  const left = useBatchTime(batch)
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
              {[percent(share), left !== null && t('time_left', { time: clock(left / 1000) })].filter(Boolean).join(' · ')}
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
  const t = useWords('upload')
  const toast = useRecordingsToast()
  const { done, underway, waiting, held, duplicates, retriable, refused } = batch
  const removeAll = (fits: (item: UploadItem) => boolean, words: 'cancelled' | 'removed_many') => {
    const gone = uploads.store.getState().items.filter(fits)
    const undos = gone.map((item) => uploads.remove(item.id))
    const run = () => {
      // The last removed item is restored first, so that all return to their old positions.
      for (const undo of undos.toReversed()) undo()
    }
    const text = words === 'cancelled' ? t('cancelled', { count: gone.length }) : t('removed_many', { n: gone.length })
    toast.show(text, { id: 'upload-removed', action: { label: t('undo'), run, undoes: true } })
  }
  const button = (label: string, run: () => void) => (
    <Button size="sm" onClick={run}>
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {duplicates > 1 && button(t('keep_all_both', { n: duplicates }), () => uploads.keepAllBoth())}
      {retriable > 1 && button(t(held === retriable ? 'go_on_all' : 'retry_all', { n: retriable }), () => uploads.retryAll())}
      {underway > 1 && button(t('pause_all'), () => uploads.cancelAll())}
      {underway + waiting + held > 1 && button(t('cancel_all'), () => removeAll(isGoing, 'cancelled'))}
      {refused > 1 && button(t('remove_refused', { n: refused }), () => removeAll(isRefused, 'removed_many'))}
      {done > 0 && button(t('clear_finished'), () => uploads.clearFinished())}
    </div>
  )
}

const isGoing = (item: UploadItem): boolean => item.held || isUnderway(item) || isNetworkFailure(item)
const isRefused = (item: UploadItem): boolean => toneOf(item) === 'bad'

/** Minimum time and progress before a speed is measured. */
const TOO_SOON = seconds(3)
const TOO_LITTLE = 0.01

/** Estimates the remaining time of all uploads from their speed so far; null while it is unknown. */
function useBatchTime({ total, underway, share }: Batch): number | null {
  const now = useNow(underway > 0 ? undefined : null)
  const [begun, setBegun] = useState({ total, share, now, moves: underway > 0 })
  // A new selection or a pause: the previous speed no longer applies.
  if (begun.total !== total || begun.moves !== underway > 0 || (share ?? 0) < (begun.share ?? 0))
    setBegun({ total, share, now, moves: underway > 0 })
  const [spent, gained] = [now - begun.now, (share ?? 0) - (begun.share ?? 0)]
  if (underway === 0 || share === null || spent < TOO_SOON || gained < TOO_LITTLE) return null
  return (spent / gained) * (1 - share)
}
