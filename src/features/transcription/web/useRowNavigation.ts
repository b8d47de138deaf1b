import { useEffect, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { usePlayedTime, usePlayerState } from '#features/files/web.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { isFocusedByPointer } from '#browser/keyboard/focusOrigin.ts'
import { isKeyHandled, isPopupOpen, isTextField } from '#browser/keyboard/shortcuts.ts'
import { segmentIndexAt } from './segmentText.ts'

/** Keys that scroll the list. */
const SCROLL_KEYS = ['PageUp', 'PageDown', 'Home', 'End']

/**
 * Moves the focus between the time buttons of the rows with the arrow keys, from the row being played (`playedRow`) when no row has
 * the focus. `activeRow` is the row that the Tab key reaches. The virtual list must keep it mounted. Calls `onManualScroll` when
 * the user scrolls with the keyboard.
 */
export function useRowNavigation(
  { container, list }: { container: RefObject<HTMLElement | null>; list: RefObject<VirtualizerHandle | null> },
  { count, playedRow, onManualScroll }: { count: number; playedRow: number; onManualScroll: () => void },
) {
  const [requestedRow, setActiveRow] = useState(0)
  const [rowToFocus, setRowToFocus] = useState<{ index: number }>()
  const activeRow = Math.min(requestedRow, count - 1)
  // The focus is the external system. It moves once the row is mounted.
  useEffect(() => {
    if (!rowToFocus) return
    container.current?.querySelector<HTMLElement>(`[data-segment="${rowToFocus.index}"]`)?.focus({ preventScroll: true })
  }, [container, rowToFocus])
  useEvent('document', 'keydown', (event) => {
    const offset = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (offset === 0 || hasModifier(event) || isKeyHandled(event) || isPopupOpen() || usesArrowKeys(event.target)) return
    const isRowFocused = event.target instanceof Element && event.target.matches('[data-segment]')
    const nextRow = (isRowFocused ? activeRow : playedRow) + offset
    if (nextRow < 0 || nextRow >= count) return
    event.preventDefault()
    onManualScroll()
    setActiveRow(nextRow)
    setRowToFocus({ index: nextRow })
    list.current?.scrollToIndex(nextRow, { align: 'nearest' })
  })
  const handleKeyDown = ({ key }: KeyboardEvent) => {
    if (SCROLL_KEYS.includes(key)) onManualScroll()
  }
  return { activeRow, setActiveRow, handleKeyDown }
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey

/** Returns true when the arrow keys belong to the focused element: a field, tabs, a slider, a region that scrolls. */
function usesArrowKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || target === document.body || isFocusedByPointer(target)) return isTextField(target)
  return target.tabIndex >= 0 && !target.matches('button:not([role]), a[href]:not([role])')
}

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
