import { Copy, Highlighter, MessageSquareText, Repeat } from 'lucide-react'
import { useState } from 'react'
import type { Segment } from '#features/files/contract.ts'
import { usePlayer } from '#features/files/web.tsx'
import { copyText } from '#browser/page/copyText.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import type { SegmentActions } from '../editor/transcriptEditor.ts'
import { CommentField } from './CommentField.tsx'
import type { Highlighting, Passage } from './highlighting.ts'
import { partsOfPassage } from './passage.ts'

export type PassageToolbarProps = {
  passage: Passage
  top: number
  segments: readonly Segment[]
  highlighting: Highlighting | undefined
  /** Without it the text cannot be changed. */
  actions: SegmentActions | undefined
  onClose: () => void
}

/** The toolbar of selected text. */
export function PassageToolbar({ passage, top, segments, highlighting, actions, onClose }: PassageToolbarProps) {
  const t = useTranslations('transcription')
  const toast = useToast()
  const playback = usePlayer()
  const [isCommenting, setCommenting] = useState(false)
  const copy = async () => {
    try {
      await copyText({ text: passage.text })
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
          {actions && (
            <SelectionEditButtons
              parts={partsOfPassage(segments, passage)}
              actions={actions}
              onDone={onClose}
              fallback={<span className="w-17.5" />}
            />
          )}
        </>
      )}
    </div>
  )
}

const SelectionEditButtons = lazyComponent(async () => (await import('../editor/SelectionEditButtons.tsx')).SelectionEditButtons)
