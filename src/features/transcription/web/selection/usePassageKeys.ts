import type { RefObject } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { usePlayer } from '#features/files/web.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { hasCharacterShortcuts, isKeyHandled, isPopupOpen, isTextField } from '#browser/keyboard/shortcuts.ts'
import type { Highlighting, Passage } from './highlighting.ts'
import { passageOfSegment, selectedPassage } from './passage.ts'

/**
 * R repeats a passage, or ends the repetition; H highlights it. The passage is the selected text, else the segment with the focus,
 * else the one being played (`playedRow`).
 */
export function usePassageKeys(
  container: RefObject<HTMLElement | null>,
  {
    segments,
    playedRow,
    highlighting,
  }: { segments: readonly Segment[]; playedRow: number; highlighting: Highlighting | undefined },
): void {
  const playback = usePlayer()
  const findPassage = (): Passage | undefined => {
    const list = container.current
    if (!list) return undefined
    const focused = list.ownerDocument.activeElement?.closest('[data-segment]')
    const row = focused && list.contains(focused) ? Number(focused.getAttribute('data-segment')) : playedRow
    return selectedPassage(list, segments) ?? (segments[row] && passageOfSegment(segments[row]))
  }
  useEvent('document', 'keydown', (event) => {
    if (isKeyHandled(event) || event.ctrlKey || event.metaKey || event.altKey || event.repeat || isPopupOpen()) return
    if (!hasCharacterShortcuts() || isTextField(event.target)) return
    const key = event.key.toLowerCase()
    if (key === 'r' && playback.state().loop) playback.setLoop(undefined)
    else if (key === 'r' || (key === 'h' && highlighting)) {
      const passage = findPassage()
      if (!passage) return
      if (key === 'r') playback.setLoop(passage)
      else highlighting?.add(passage, '')
    } else return
    event.preventDefault()
  })
}
