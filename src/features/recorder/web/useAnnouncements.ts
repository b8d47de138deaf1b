import { useState } from 'react'
import { formatClock } from '#ui/format.ts'
import { useWords } from '#ui/words.ts'
import type { BarNote } from './barNote.ts'
import { useBarNote, useNoteWords } from './BarNoteRow.tsx'
import { useRecorderState } from './RecorderContext.ts'
import { useStanding } from './useStanding.ts'

/**
 * Texts for screen readers: start, pause, resume, new markers and failures. Never the time, which could be spoken into the
 * recording.
 */
export function useAnnouncements(): { calm: string; grave: string } {
  const t = useWords('recorder')
  const phase = useRecorderState((state) => state.phase)
  const last = useRecorderState((state) => state.markers.at(-1))
  const { isRunning, isPaused } = useStanding()
  const note = useBarNote()
  const words = useNoteWords()
  const standing = phase === 'finishing' ? 'finishing' : isRunning ? 'recording' : isPaused ? 'paused' : ''
  const [before, setBefore] = useState({ standing: '', markerAt: last?.at, calm: '' })
  if (before.standing !== standing || before.markerAt !== last?.at) {
    const isNewMark = last !== undefined && before.markerAt !== last.at && before.standing === standing
    const calm = isNewMark ? t('marked', { time: formatClock(last.at / 1000) }) : standing === '' ? '' : t(`said_${standing}`)
    setBefore({ standing, markerAt: last?.at, calm })
  }
  return { calm: before.calm, grave: note && isSaid(note) ? words(note) : '' }
}

/** Notes that stay for long are read with the bar instead of being announced. */
const isSaid = ({ kind }: BarNote): boolean => kind !== 'mayLock' && kind !== 'memory'
