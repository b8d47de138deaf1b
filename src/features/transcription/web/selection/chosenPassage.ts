import { createContext, use, useMemo } from 'react'
import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { TranscriptHighlight } from './highlighting.ts'

/** A passage that a summary cites and that the user has chosen there, in ms. A new object is a new choice. */
export type ChosenPassage = { readonly start: Millis; readonly end: Millis }

export const ChosenPassageContext = createContext<ChosenPassage | undefined>(undefined)

/** Returns the chosen passage as a highlight of a segment. Empty when it is elsewhere. */
export function useChosenHighlights({ start_time, end_time }: Segment): readonly TranscriptHighlight[] {
  const chosen = use(ChosenPassageContext)
  const overlapping = chosen && chosen.start < end_time && chosen.end > start_time ? chosen : undefined
  return useMemo(() => (overlapping ? [toHighlight(overlapping)] : NONE), [overlapping])
}

const NONE: readonly TranscriptHighlight[] = []

const toHighlight = ({ start, end }: ChosenPassage): TranscriptHighlight => ({
  id: '',
  start_time: start,
  end_time: end,
  comment: '',
})
