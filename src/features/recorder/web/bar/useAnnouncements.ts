import { useState } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorderState, useRecordingControls } from '../RecorderContext.ts'
import type { BarNote } from './BarNoteRow.tsx'
import { useBarNote, useNoteMessages } from './BarNoteRow.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

/**
 * Texts for screen readers: start, pause, resume, new markers and failures. Never the time, which could be spoken into the
 * recording.
 */
export function useAnnouncements(): { polite: string; assertive: string } {
  const t = useTranslations('recorder')
  const phase = useRecorderState((state) => state.phase)
  const lastMarker = useRecorderState((state) => state.markers.at(-1))
  const { isRunning, isPaused } = useRecordingControls()
  const note = useBarNote()
  const messageOf = useNoteMessages()
  const status = phase === 'finishing' ? 'finishing' : isRunning ? 'recording' : isPaused ? 'paused' : ''
  const [previous, setPrevious] = useState({ status: '', markerAt: lastMarker?.at, polite: '' })
  if (previous.status !== status || previous.markerAt !== lastMarker?.at) {
    const isNewMarker = lastMarker !== undefined && previous.markerAt !== lastMarker.at && previous.status === status
    const polite = isNewMarker
      ? t('marked', { time: formatTimestamp(lastMarker.at) })
      : status === ''
        ? ''
        : t(`announce_${status}`)
    setPrevious({ status, markerAt: lastMarker?.at, polite })
  }
  return { polite: previous.polite, assertive: note && isAnnounced(note) ? messageOf(note) : '' }
}

/** Notes that stay for long are read with the bar instead of being announced. */
const isAnnounced = ({ kind }: BarNote): boolean => kind !== 'mayLock' && kind !== 'memory'
