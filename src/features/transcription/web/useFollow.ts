import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayerState } from '#features/files/web.tsx'
import { segmentAt } from './placeOf.ts'

/**
 * Scrolls to the segment being played while the player plays and its follow option is on. Manual scrolling pauses this:
 * `isPaused` is then true until `resume` is called.
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
 * Scrolls a row to the middle: smoothly when it is near, at once when it is far or when reduced motion is preferred.
 * @NOTE Does not use the smooth scrolling of the virtual list, which renders every row on the way and keeps them for a while.
 */
export function show(box: HTMLElement | null, rows: VirtualizerHandle | null, index: number): void {
  if (!box || !rows || index < 0) return
  const top = rows.getItemOffset(index) - (rows.viewportSize - rows.getItemSize(index)) / 2
  const isNear = Math.abs(top - rows.scrollOffset) < rows.viewportSize
  if (isNear && !prefersStillness()) box.scrollTo({ top, behavior: 'smooth' })
  else rows.scrollToIndex(index, { align: 'center' })
}

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
