import { formatClock } from '#ui/format.ts'
import { useWords } from '#ui/words.ts'
import { useRecorderState } from './RecorderContext.ts'

/** What is saved of the recording, and where. */
export function SafeWords({ className }: { className?: string }) {
  const t = useWords('recorder')
  const safe = useRecorderState((state) => Math.floor(state.safeUpTo / 1000))
  const kept = useRecorderState((state) => Math.floor(state.keptUpTo / 1000))
  const isOnline = useRecorderState((state) => state.network === 'online')
  const isKept = useRecorderState((state) => state.keptIn === 'disk')
  const words = isOnline
    ? safe > 0
      ? t('safe_up_to', { time: formatClock(safe) })
      : t('safe_soon')
    : t(isKept ? 'kept_up_to' : 'held_up_to', { time: formatClock(Math.max(kept, safe)) })
  return <p className={className}>{words}</p>
}
