import { formatClock } from '#browser/i18n/format.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorderState } from '../RecorderContext.ts'

/** What is saved of the recording, and where. */
export function SavedStatus({ className }: { className?: string }) {
  const t = useTranslations('recorder')
  const savedSeconds = useRecorderState((state) => Math.floor(state.safeUpTo / 1000))
  const storedSeconds = useRecorderState((state) => Math.floor(state.keptUpTo / 1000))
  const isOnline = useRecorderState((state) => state.network === 'online')
  const isOnDisk = useRecorderState((state) => state.keptIn === 'disk')
  const status = isOnline
    ? savedSeconds > 0
      ? t('safe_up_to', { time: formatClock(savedSeconds) })
      : t('safe_soon')
    : t(isOnDisk ? 'kept_up_to' : 'held_up_to', { time: formatClock(Math.max(storedSeconds, savedSeconds)) })
  return <p className={className}>{status}</p>
}
