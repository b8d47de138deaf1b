import { useState } from 'react'
import { formatClock } from '#ui/format.ts'
import { useWords } from '#ui/words.ts'
import type { BarNote } from './barNote.ts'
import { useBarNote, useNoteWords } from './BarNoteRow.tsx'
import { useRecorderState } from './RecorderContext.ts'
import { useStanding } from './useStanding.ts'

/**
 * What who listens is told: that it began, was paused, goes on, what was marked and what went wrong. Never the time, which would
 * be spoken over those who are recorded.
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

/** What stands there for long is read with the bar, not called out. */
const isSaid = ({ kind }: BarNote): boolean => kind !== 'mayLock' && kind !== 'memory'
