import { Copy, Highlighter, MessageSquareText, Repeat } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { usePlayer } from '#features/files/web.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { CommentField } from './CommentField.tsx'
import type { Highlighting, Passage } from './highlighting.ts'
import { selectedPassage } from './passage.ts'

export type SelectionToolbarProps = {
  /** The scrolling list of the segments. The toolbar is a child of its positioned parent. */
  container: RefObject<HTMLElement | null>
  segments: readonly Segment[]
  highlighting: Highlighting | undefined
}

/** Appears above text that is selected in the transcript: repeat, highlight, comment or copy it. */
export function SelectionToolbar({ container, segments, highlighting }: SelectionToolbarProps) {
  const { selection, close } = useSelection(container, segments)
  if (!selection) return null
  const { passage } = selection
  return <PassageToolbar key={`${passage.start} ${passage.end}`} {...selection} highlighting={highlighting} onClose={close} />
}

type PassageToolbarProps = ShownSelection & { highlighting: Highlighting | undefined; onClose: () => void }

function PassageToolbar({ passage, top, highlighting, onClose }: PassageToolbarProps) {
  const t = useTranslations('transcription')
  const toast = useRecordingsToast()
  const playback = usePlayer()
  const [isCommenting, setCommenting] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(passage.text)
      toast.show(t('copied_selection'))
    } catch {
      toast.error(t('copy_failed'))
    }
  }
  const run = (action: () => void) => () => {
    action()
    onClose()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('selection')}
      // Keeps the selection.
      onPointerDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
      }}
      className="absolute left-1/2 z-20 flex max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-0.5 rounded-lg border border-line bg-raised p-1 shadow-lift"
      style={{ top }}
    >
      {isCommenting && highlighting ? (
        <CommentField
          onCancel={onClose}
          onSave={(comment) => {
            highlighting.add(passage, comment)
            onClose()
          }}
        />
      ) : (
        <>
          <IconButton
            label={t('repeat')}
            shortcut="R"
            icon={<Repeat aria-hidden />}
            onClick={run(() => playback.setLoop(passage))}
          />
          {highlighting && (
            <>
              <IconButton
                label={t('highlight')}
                shortcut="H"
                icon={<Highlighter aria-hidden />}
                onClick={run(() => highlighting.add(passage, ''))}
              />
              <IconButton label={t('comment')} icon={<MessageSquareText aria-hidden />} onClick={() => setCommenting(true)} />
            </>
          )}
          <IconButton label={t('copy_selection')} icon={<Copy aria-hidden />} onClick={run(() => void copy())} />
        </>
      )}
    </div>
  )
}

/** Space between the selection and the toolbar, and the height of the toolbar, in CSS pixels. */
const GAP = 8
const HEIGHT = 50

type ShownSelection = { passage: Passage; top: number }

/** Returns the selected passage and where its toolbar is, from the end of the selection until it is cleared or scrolled away. */
function useSelection(container: RefObject<HTMLElement | null>, segments: readonly Segment[]) {
  const [selection, setSelection] = useState<ShownSelection>()
  const isPointerDown = useRef(false)
  const measure = () => {
    // While a comment is written, the field has the focus and the page has no selection.
    if (document.activeElement?.closest('[role="toolbar"]')) return undefined
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
