import {
  fullName,
  isCommandAction,
  isUnderway,
  progressOf,
  ACTION_COMMANDS,
  type UploadAction,
  uploadActions,
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
  const labels: Partial<Record<UploadAction, string>> = {
    pause: t('pause'),
    sendAnyway: t('send_anyway'),
    keepBoth: t('keep_both'),
    reselectFile: t('choose_file_again'),
    resume: t('resume'),
    retry: t('try_again'),
    // Work in progress is paused here, and cancelled in the dialog.
    ...(!isUnderway(item) && { remove: t('remove') }),
  }
  const run = (action: UploadAction) => {
    if (isCommandAction(action)) return uploads.dispatch({ type: ACTION_COMMANDS[action], id: item.id })
    if (action === 'remove') return void uploads.remove(item.id)
    // The upload dialog has the file picker.
    openUpload()
  }
  return uploadActions(item).all.map((action) => {
    const label = labels[action]
    const isMain = action !== 'pause' && action !== 'remove'
    return label && <RowAction key={action} isMain={isMain} label={label} name={name} onClick={() => run(action)} />
  })
}
