import {
  fullName,
  isUnderway,
  canRetry,
  progressOf,
  timeLeft,
  toneOf,
  uploads,
  useItemMessage,
  useOpenUpload,
} from '#features/upload/web.tsx'
import type { UploadItem } from '#features/upload/web.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { RowAction, WorkRow } from './WorkRow.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

/** An upload that is running or has failed. */
export function UploadRow({ item }: { item: UploadItem }) {
  const t = useTranslations('upload')
  const getItemText = useItemMessage()
  const { percent } = useFormat()
  const isMoving = item.status === 'transcoding' || item.status === 'uploading'
  const timeRemaining = timeLeft(item, useNow(isMoving ? undefined : null))
  const name = fullName(item)
  const tone = toneOf(item)
  const hasProgress = item.status === 'uploading' || item.duration !== null
  const statusParts = [
    getItemText(item),
    isMoving && hasProgress && percent(progressOf(item)),
    timeRemaining !== null && item.percent < 100 && t('time_left', { time: formatTimestamp(timeRemaining) }),
  ]
  const label = t(item.status === 'transcoding' ? 'progress_transcoding' : 'progress_uploading', { name })
  return (
    <WorkRow
      title={name}
      status={statusParts.filter(Boolean).join(' · ')}
      tone={tone === 'good' ? 'plain' : tone}
      progress={isMoving && <ProgressBar label={label} value={hasProgress ? progressOf(item) : null} />}
      actions={<UploadActions item={item} name={name} />}
    />
  )
}

function UploadActions({ item, name }: { item: UploadItem; name: string }) {
  const t = useTranslations('upload')
  const openUpload = useOpenUpload()
  const { id, status, reason } = item
  const mainAction = (label: string, run: () => void) => <RowAction isMain label={label} name={name} onClick={run} />
  if (isUnderway(item))
    return <RowAction label={t('pause')} name={name} onClick={() => uploads.dispatch({ type: 'pause', id })} />
  const isDuplicate = status === 'duplicateName' && !item.held
  return (
    <>
      {isDuplicate && reason === 'sameSound' && mainAction(t('send_anyway'), () => uploads.dispatch({ type: 'sendAnyway', id }))}
      {isDuplicate && reason !== 'sameSound' && mainAction(t('keep_both'), () => uploads.dispatch({ type: 'keepBoth', id }))}
      {/* The upload dialog has the file picker. */}
      {reason === 'bytesLost' && mainAction(t('choose_file_again'), () => openUpload())}
      {canRetry(item) && mainAction(t(item.held ? 'resume' : 'try_again'), () => uploads.dispatch({ type: 'retry', id }))}
      <RowAction label={t('remove')} name={name} onClick={() => uploads.remove(id)} />
    </>
  )
}
