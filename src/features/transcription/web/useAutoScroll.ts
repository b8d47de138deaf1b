import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayerState } from '#features/files/web.tsx'
import { segmentIndexAt } from './playbackPosition.ts'

/**
 * Scrolls to the segment being played while the player plays and its follow option is on. Manual scrolling pauses this:
 * `isPaused` is then true until `resume` is called.
 */
export function useAutoScroll(
  container: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  segments: readonly Segment[],
) {
  const [isPaused, setPaused] = useState(false)
  const playing = usePlayerState((state) => state.playing)
  const isFollowEnabled = usePlayerState((state) => state.follows)
  const currentIndex = usePlayedTime((time) => segmentIndexAt(segments, time))
  // The scroll position of the list is the external system.
  useEffect(() => {
    if (playing && isFollowEnabled && !isPaused && currentIndex >= 0) scrollToRow(container.current, list.current, currentIndex)
  }, [container, list, playing, isFollowEnabled, isPaused, currentIndex])
  return {
    currentIndex,
    isPaused: isPaused && isFollowEnabled,
    pause: () => {
      if (playing && isFollowEnabled) setPaused(true)
    },
    resume: () => {
      setPaused(false)
      scrollToRow(container.current, list.current, currentIndex)
    },
  }
}

/**
 * Scrolls a row to the middle: smoothly when it is near, at once when it is far or when reduced motion is preferred.
 * @NOTE Does not use the smooth scrolling of the virtual list, which renders every row on the way and keeps them for a while.
 */
export function scrollToRow(container: HTMLElement | null, list: VirtualizerHandle | null, index: number): void {
  if (!container || !list || index < 0) return
  const top = list.getItemOffset(index) - (list.viewportSize - list.getItemSize(index)) / 2
  const isNear = Math.abs(top - list.scrollOffset) < list.viewportSize
  if (isNear && !prefersReducedMotion()) container.scrollTo({ top, behavior: 'smooth' })
  else list.scrollToIndex(index, { align: 'center' })
}

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
