import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayerState } from '#features/files/web.tsx'
import { segmentAt } from './placeOf.ts'

/**
 * Keeps the segment being spoken in sight while the sound plays and the player's follow switch is on. Whoever scrolls by hand
 * wants to read elsewhere: `isAway` is then true until `comeBack`.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  rows: RefObject<VirtualizerHandle | null>,
  segments: readonly Segment[],
) {
  const [isAway, setAway] = useState(false)
  const playing = usePlayerState((state) => state.playing)
  const follows = usePlayerState((state) => state.follows)
  const current = usePlayedTime((time) => segmentAt(segments, time))
  // The scroll position of the list is the external system.
  useEffect(() => {
    if (playing && follows && !isAway && current >= 0) show(box.current, rows.current, current)
  }, [box, rows, playing, follows, isAway, current])
  return {
    current,
    isAway: isAway && follows,
    leave: () => {
      if (playing && follows) setAway(true)
    },
    comeBack: () => {
      setAway(false)
      show(box.current, rows.current, current)
    },
  }
}

/**
 * Brings a row to the middle: gliding when it is in sight or nearly, at once when it is far.
 * @NOTE Not by the list's own smooth scrolling, which puts every row on its way into the page and keeps them there a while.
 */
export function show(box: HTMLElement | null, rows: VirtualizerHandle | null, index: number): void {
  if (!box || !rows || index < 0) return
  const top = rows.getItemOffset(index) - (rows.viewportSize - rows.getItemSize(index)) / 2
  const isNear = Math.abs(top - rows.scrollOffset) < rows.viewportSize
  if (isNear && !prefersStillness()) box.scrollTo({ top, behavior: 'smooth' })
  else rows.scrollToIndex(index, { align: 'center' })
}

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
