import { useEffect, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { after, type Stop } from '#browser/timers/time.ts'
import { changedRanges } from '../../rules.ts'
import type { SearchMatch } from '../segmentText.ts'
import { caretOffset, setCaret } from './caret.ts'
import type { RowEditor } from './transcriptEditor.ts'
import { useMatchHighlights } from './useMatchHighlights.ts'

/** A text is saved when nothing was typed for this long, and when the focus leaves it. */
const SAVE_DELAY = seconds(1.5)

export type EditableTextProps = {
  segment: Segment
  editor: RowEditor
  /** The search matches in the text. */
  matches: readonly SearchMatch[]
  selectedMatch: SearchMatch | undefined
  className: string
}

/**
 * The text of a paragraph, edited in its place. While it is typed, the text is only on the page: neither the paragraph nor the list
 * is rendered. Enter splits the paragraph; Backspace at its start joins it with the one before, Delete at its end with the next.
 */
export function EditableText({ segment, editor, matches, selectedMatch, className }: EditableTextProps) {
  const t = useTranslations('transcription')
  const element = useRef<HTMLDivElement>(null)
  const shown = useRef('')
  const stopTimer = useRef<Stop>(undefined)
  const { id, content, original_content } = segment
  const isDirty = () => element.current?.textContent !== shown.current
  const save = () => {
    stopTimer.current?.()
    const text = element.current?.textContent ?? ''
    if (!isDirty()) return
    shown.current = text
    editor.changeText(id, text)
  }
  // The text on the page is the external system: React does not know what was typed.
  useLayoutEffect(() => {
    const text = element.current
    if (!text) return
    const isTyping = document.activeElement === text && (isDirty() || text.textContent?.trim() === content)
    if (!isTyping) showText(text, content, original_content)
    if (!isTyping || !isDirty()) shown.current = text.textContent ?? ''
    const caret = editor.caretOf(id)
    if (caret !== undefined) setCaret(text, caret)
  }, [editor, id, content, original_content])
  useMatchHighlights(element, { content, matches, selectedMatch })
  useEffect(() => () => stopTimer.current?.(), [])
  const handleKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const text = event.currentTarget.textContent ?? ''
    const at = caretOffset(event.currentTarget)
    const isUndoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') leave(() => !event.shiftKey && at !== undefined && editor.split(id, at.from, text))
    else if (event.key === 'Escape') leave(() => event.currentTarget.blur())
    else if (event.key === 'Backspace' && at?.from === 0 && at.to === 0) leave(() => editor.merge(id, 'previous', text))
    else if (event.key === 'Delete' && at?.from === text.length) leave(() => editor.merge(id, 'next', text))
    // What was typed since the last save is undone by the browser.
    else if (isUndoKey && !isDirty()) leave(() => (event.shiftKey ? editor.redo() : editor.undo()))
    function leave(action: () => unknown) {
      event.preventDefault()
      stopTimer.current?.()
      if (event.key !== 'Escape') shown.current = text
      action()
    }
  }
  const reportCaret = () => {
    const at = element.current && caretOffset(element.current)
    if (at) editor.onCaret(id, at.from)
  }
  const reportInput = () => {
    editor.onInput()
    reportCaret()
  }
  return (
    <div
      ref={element}
      role="textbox"
      aria-multiline="false"
      aria-label={t('edit_paragraph')}
      tabIndex={0}
      lang={segment.language}
      contentEditable="plaintext-only"
      suppressContentEditableWarning
      spellCheck
      onInput={() => {
        stopTimer.current?.()
        stopTimer.current = after(SAVE_DELAY, () => element.current?.textContent?.trim() !== '' && save())
      }}
      onFocus={reportCaret}
      onKeyUp={reportInput}
      onPointerUp={reportInput}
      onKeyDown={handleKeyDown}
      onBlur={save}
      className={className}
    />
  )
}

/** Shows a text, with its changed words underlined. */
function showText(element: HTMLElement, content: string, original: string | undefined): void {
  const ranges = original === undefined ? [] : changedRanges(original, content)
  let end = 0
  const nodes = ranges.flatMap(({ from, to }) => {
    const mark = element.ownerDocument.createElement('span')
    mark.className = CHANGED_CLASS
    mark.textContent = content.slice(from, to)
    const before = content.slice(end, from)
    end = to
    return [before, mark]
  })
  element.replaceChildren(...nodes, content.slice(end))
}

/** Words that a person has changed. */
const CHANGED_CLASS = 'underline decoration-accent decoration-2 underline-offset-4'
