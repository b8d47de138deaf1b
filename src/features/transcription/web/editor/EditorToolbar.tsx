import { CloudOff, History, Merge, Redo2, Replace, RotateCcw, Split, Undo2 } from 'lucide-react'
import type { PointerEvent } from 'react'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isKeyHandled, isPopupOpen, isTextField } from '#browser/keyboard/shortcuts.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import type { TranscriptEditor } from './transcriptEditor.ts'
import type { RowEditorState } from './useRowEditor.ts'

export type EditorToolbarProps = {
  editor: TranscriptEditor
  state: RowEditorState
  history: { isOpen: boolean; toggle: () => void }
  onOpenSearch: () => void
}

/** The toolbar above a transcript that is edited. Its buttons act on the paragraph with the caret, which keeps it. */
export function EditorToolbar({ editor, state, history, onOpenSearch }: EditorToolbarProps) {
  const t = useTranslations('transcription')
  const { active } = state
  const needsParagraph = active ? undefined : t('edit_needs_paragraph')
  const isFirst = active !== undefined && editor.segments[0]?.id === active.id
  useUndoKeys(editor)
  const keepFocus = (event: PointerEvent) => event.preventDefault()
  return (
    <div
      role="toolbar"
      aria-label={t('edit_tools')}
      onPointerDown={keepFocus}
      className="flex h-11 flex-none items-center gap-1 px-10 text-sm text-ink2 max-md:px-5 max-sm:px-2 pointer-coarse:h-12"
    >
      <div className="-m-1 flex min-w-0 items-center gap-1 overflow-x-auto p-1 [scrollbar-width:none] max-sm:gap-0">
        <IconButton
          size="sm"
          label={t('edit_undo')}
          shortcut={`${MOD}Z`}
          icon={<Undo2 aria-hidden />}
          disabledReason={!editor.canUndo && t('edit_nothing_to_undo')}
          onClick={() => editor.undo()}
        />
        <IconButton
          size="sm"
          label={t('edit_redo')}
          shortcut={`${MOD}⇧ Z`}
          icon={<Redo2 aria-hidden />}
          disabledReason={!editor.canRedo && t('edit_nothing_to_redo')}
          onClick={editor.redo}
        />
        <span aria-hidden className="mx-1 h-5 w-px flex-none bg-line max-sm:hidden" />
        <IconButton
          size="sm"
          label={t('edit_split')}
          shortcut="Enter"
          icon={<Split aria-hidden />}
          disabledReason={needsParagraph}
          onClick={state.splitActive}
        />
        <IconButton
          size="sm"
          label={t('edit_merge')}
          icon={<Merge aria-hidden />}
          disabledReason={needsParagraph ?? (isFirst && t('edit_first_paragraph'))}
          onClick={state.mergeActive}
        />
        <IconButton
          size="sm"
          label={t('edit_revert')}
          icon={<RotateCcw aria-hidden />}
          disabledReason={needsParagraph ?? (active?.original_content === undefined && t('edit_unchanged'))}
          onClick={state.revertActive}
        />
        <span aria-hidden className="mx-1 h-5 w-px flex-none bg-line max-sm:hidden" />
        <IconButton size="sm" label={t('replace_open')} icon={<Replace aria-hidden />} onClick={onOpenSearch} />
        <IconButton
          size="sm"
          label={t('edit_history')}
          aria-expanded={history.isOpen}
          className={history.isOpen ? 'text-accent!' : undefined}
          icon={<History aria-hidden />}
          onClick={history.toggle}
        />
      </div>
      <span role="status" className="mr-2 ml-auto inline-flex min-w-0 flex-none items-center gap-1.5 max-sm:mr-0">
        {editor.status === 'offline' && <CloudOff aria-hidden className="size-3.5 flex-none" />}
        <span className="max-w-60 truncate max-sm:sr-only">{t(`edit_${editor.status}`)}</span>
      </span>
      <Button size="sm" variant="main" onClick={state.finish}>
        {t('edit_done')}
      </Button>
    </div>
  )
}

const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ ' : 'Ctrl '

/** Ctrl+Z and Ctrl+Shift+Z outside text fields; paragraphs handle them themselves. */
function useUndoKeys({ canUndo, canRedo, undo, redo }: TranscriptEditor): void {
  useEvent('document', 'keydown', (event) => {
    const isUndoKey = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'z'
    if (!isUndoKey || isKeyHandled(event) || isPopupOpen() || isTextField(event.target)) return
    event.preventDefault()
    if (event.shiftKey && canRedo) redo()
    else if (!event.shiftKey && canUndo) undo()
  })
}
