import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { isPopupOpen } from '#browser/keyboard/shortcuts.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { Highlighting, Passage } from './highlighting.ts'
import { selectedPassage } from './passage.ts'
import type { SegmentActions } from '../editor/transcriptEditor.ts'

export type SelectionToolbarProps = {
  /** The scrolling list of the segments. The toolbar is a child of its positioned parent. */
  container: RefObject<HTMLElement | null>
  segments: readonly Segment[]
  highlighting: Highlighting | undefined
  /** Without it the text cannot be changed. */
  actions: SegmentActions | undefined
}

/** Appears above text that is selected in the transcript: repeat, highlight, comment, copy, delete it, or assign it to a speaker. */
export function SelectionToolbar({ container, segments, highlighting, actions }: SelectionToolbarProps) {
  const { selection, close } = useSelection(container, segments)
  if (!selection) return null
  const { passage } = selection
  return (
    <PassageToolbar
      key={`${passage.start} ${passage.end}`}
      {...selection}
      segments={segments}
      highlighting={highlighting}
      actions={actions}
      onClose={close}
    />
  )
}

const PassageToolbar = lazyComponent(async () => (await import(/* chunk: offline */ './PassageToolbar.tsx')).PassageToolbar)

/** Space between the selection and the toolbar, and the height of the toolbar, in CSS pixels. */
const GAP = 8
const HEIGHT = 50

type ShownSelection = { passage: Passage; top: number }

/** Returns the selected passage and where its toolbar is, from the end of the selection until it is cleared or scrolled away. */
function useSelection(container: RefObject<HTMLElement | null>, segments: readonly Segment[]) {
  const [selection, setSelection] = useState<ShownSelection>()
  const isPointerDown = useRef(false)
  const measure = () => {
    // While a comment is written or a menu is open, the page has no selection.
    if (document.activeElement?.closest('[role="toolbar"]') || isPopupOpen()) return undefined
    const list = container.current
    const passage = list ? selectedPassage(list, segments) : undefined
    if (!list || !passage) return setSelection(undefined)
    const range = list.ownerDocument.getSelection()?.getRangeAt(0)
    const [inner, outer] = [range?.getBoundingClientRect(), list.parentElement?.getBoundingClientRect()]
    if (!inner || !outer) return setSelection(undefined)
    const above = inner.top - outer.top - HEIGHT - GAP
    const top = above >= list.offsetTop ? above : inner.bottom - outer.top + GAP
    const isVisible = top >= list.offsetTop && top <= outer.height - HEIGHT
    return setSelection(isVisible ? { passage, top } : undefined)
  }
  useEvent('document', 'pointerdown', () => (isPointerDown.current = true), { capture: true })
  useEvent(
    'document',
    'pointerup',
    () => {
      isPointerDown.current = false
      measure()
    },
    { capture: true },
  )
  useEvent('document', 'selectionchange', () => {
    if (!isPointerDown.current) measure()
  })
  useEvent('document', 'scroll', () => selection && measure(), { capture: true })
  return {
    selection,
    close: () => {
      document.getSelection()?.removeAllRanges()
      setSelection(undefined)
    },
  }
}
