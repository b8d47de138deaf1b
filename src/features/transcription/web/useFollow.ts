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
export function useFollow(rows: RefObject<VirtualizerHandle | null>, segments: readonly Segment[]) {
  const [isAway, setAway] = useState(false)
  const playing = usePlayerState((state) => state.playing)
  const follows = usePlayerState((state) => state.follows)
  const current = usePlayedTime((time) => segmentAt(segments, time))
  // The scroll position of the list is the external system.
  useEffect(() => {
    if (playing && follows && !isAway && current >= 0) show(rows.current, current)
  }, [rows, playing, follows, isAway, current])
  return {
    current,
    isAway: isAway && follows,
    leave: () => {
      if (playing && follows) setAway(true)
    },
    comeBack: () => {
      setAway(false)
      show(rows.current, current)
    },
  }
}

/** Brings a row to the middle: gliding when it is in sight or nearly, at once when it is far. */
export function show(rows: VirtualizerHandle | null, index: number): void {
  if (!rows || index < 0) return
  const distance = Math.abs(rows.getItemOffset(index) - rows.scrollOffset)
  const glides = distance < rows.viewportSize * 1.5 && !prefersStillness()
  rows.scrollToIndex(index, { align: 'center', smooth: glides })
}

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
