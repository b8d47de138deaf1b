import { createContext, use, useEffect, useMemo, type RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { Piece } from '../segmentText.ts'
import { scrollToRow } from '../useRowNavigation.ts'
import { highlightedPieces } from './highlightedPieces.ts'

/** A passage that a summary cites and that the user has chosen there, in ms. A new object is a new choice. */
export type ChosenPassage = { readonly start: Millis; readonly end: Millis }

export const ChosenPassageContext = createContext<ChosenPassage | undefined>(undefined)

/** Returns the pieces of a segment that belong to the chosen passage. */
export function useChosenPieces({ start_time, end_time }: Segment, pieces: readonly Piece[]): ReadonlySet<Piece> {
  const chosen = use(ChosenPassageContext)
  const overlapping = chosen && chosen.start < end_time && chosen.end > start_time ? chosen : undefined
  return useMemo(() => highlightedPieces(pieces, overlapping ? [toHighlight(overlapping)] : []), [pieces, overlapping])
}

const toHighlight = ({ start, end }: ChosenPassage) => ({ id: '', start_time: start, end_time: end, comment: '' })

/** Scrolls to a passage when it is chosen. */
export function useScrollToChosen(
  container: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  segments: readonly Segment[],
): void {
  const chosen = use(ChosenPassageContext)
  const index = chosen ? segments.findIndex(({ end_time }) => end_time > chosen.start) : -1
  // The scroll position of the list is the external system.
  useEffect(() => {
    if (chosen && index >= 0) scrollToRow(container.current, list.current, index)
  }, [container, list, chosen, index])
}
