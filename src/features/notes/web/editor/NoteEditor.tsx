import { useCallback, useRef, useState } from 'react'
import { EditorContent, useEditor } from '@tiptap/react'
import type { Editor } from '@tiptap/react'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import StarterKit from '@tiptap/starter-kit'
import { usePlayer } from '#features/files/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { parseTimeLink } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import type { Note } from '../../contract.ts'
import { EditorToolbar } from './EditorToolbar.tsx'
import { fromEditorDocument, toEditorDocument } from './markdownDocument.ts'
import { readNoteDraft } from './noteDraft.ts'
import { SourceBlock, TimeLink } from './TimeLink.ts'
import { useAutosave, type SaveState } from './useAutosave.ts'

export type NoteEditorProps = { fileId: string; note: Note; onClose: () => void }

/** Edits the text of a note. What is typed is saved a moment later, and kept in the browser until the server has it. */
export function NoteEditor({ fileId, note, onClose }: NoteEditorProps) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  const editorRef = useRef<Editor>(null)
  const [draft] = useState(() => readNoteDraft(fileId, note.note_id))
  const [initialText] = useState(draft?.markdown ?? note.data_content)
  const lastText = useRef(initialText)
  // Formatting an unchanged text could change its marks, such as `*` to `-` before the lines of a list.
  const hasChanged = useRef(false)
  const read = useCallback(() => {
    if (hasChanged.current && editorRef.current && !editorRef.current.isDestroyed)
      lastText.current = fromEditorDocument(editorRef.current.getJSON())
    return lastText.current
  }, [])
  const { state, save, noteChange, discard } = useAutosave(fileId, note, { draft, read })
  const editor = useEditor({
    injectCSS: false,
    autofocus: 'start',
    extensions: [
      StarterKit.configure({
        underline: false,
        link: { openOnClick: false, autolink: false, protocols: ['http', 'https'] },
        trailingNode: false,
      }),
      TaskList,
      TaskItem.configure({ nested: true, a11y: { checkboxLabel: (node) => node.textContent || t('newTask') } }),
      TimeLink,
      SourceBlock,
    ],
    content: toEditorDocument(initialText),
    editorProps: {
      attributes: { 'aria-label': t('noteText'), role: 'textbox', 'aria-multiline': 'true', class: EDITOR_CLASS },
      handleClick: (_view, _position, event) => {
        const link = event.target instanceof Element ? event.target.closest('a[data-time]') : null
        const time = link && parseTimeLink(link.getAttribute('href') ?? '')
        if (time === null || time === undefined) return false
        event.preventDefault()
        playback.playFrom(time)
        return true
      },
    },
    onCreate: ({ editor: created }) => {
      editorRef.current = created
    },
    onUpdate: ({ editor: updated }) => {
      editorRef.current = updated
      hasChanged.current = true
      noteChange()
    },
  })
  const insertTime = () => {
    const time = Math.round(playback.time())
    editor
      ?.chain()
      .focus()
      .insertContent([
        { type: 'timeLink', attrs: { time, label: formatTimestamp(time) } },
        { type: 'text', text: ' ' },
      ])
      .run()
  }
  const close = async () => {
    if (state.kind === 'conflict' || (await save())) onClose()
  }
  return (
    <div className="flex min-h-full flex-col">
      <div className="sticky top-0 z-10 border-b border-line bg-surface px-10 max-md:px-5 max-sm:px-4">
        <div className="flex min-h-12 flex-wrap items-center gap-x-1 gap-y-0.5 py-1">
          {editor && <EditorToolbar editor={editor} onInsertTime={insertTime} />}
          <span className="ms-auto flex items-center gap-3">
            <SaveStatus state={state} />
            <Button size="sm" variant="main" onClick={() => void close()}>
              {t('doneEditing')}
            </Button>
          </span>
        </div>
        <SaveProblem
          state={state}
          onRetry={() => void save()}
          onOverwrite={() => void save({ overwrites: true })}
          onDiscard={() => {
            discard()
            onClose()
          }}
        />
      </div>
      <div className="px-10 pt-4 pb-8 max-md:px-5 max-sm:px-4">
        <div className="max-w-read">
          <EditorContent editor={editor} />
        </div>
      </div>
    </div>
  )
}

function SaveStatus({ state: { kind } }: { state: SaveState }) {
  const t = useTranslations('notes')
  const text = {
    saved: 'noteSaved',
    unsaved: 'noteUnsaved',
    saving: 'noteSaving',
    failed: 'noteNotSaved',
    conflict: 'noteNotSaved',
  } as const
  return (
    <span role="status" className="text-sm whitespace-nowrap text-ink2">
      {t(text[kind])}
    </span>
  )
}

type SaveProblemProps = { state: SaveState; onRetry: () => void; onOverwrite: () => void; onDiscard: () => void }

/** Says why a text could not be saved, and that it is still here. */
function SaveProblem({ state, onRetry, onOverwrite, onDiscard }: SaveProblemProps) {
  const t = useTranslations('notes')
  const ui = useTranslations('ui')
  const explain = useExplainError()
  if (state.kind !== 'failed' && state.kind !== 'conflict') return null
  const explained = state.kind === 'failed' ? explain(state.error) : undefined
  return (
    <div role="alert" className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md bg-signal-soft px-3 py-2 text-md">
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-[600] text-signal">{t('saveFailed')}</span> {explained ? explained.text : t('conflictText')}{' '}
        {t('draftKept')}
        {explained?.requestId && <span className="ms-1 font-mono text-xs text-ink2 select-all">{explained.requestId}</span>}
      </p>
      {state.kind === 'failed' ? (
        <Button size="sm" onClick={onRetry}>
          {ui('try_again')}
        </Button>
      ) : (
        <>
          <Button size="sm" onClick={onOverwrite}>
            {t('saveMine')}
          </Button>
          <Button size="sm" variant="quiet" onClick={onDiscard}>
            {t('discardMine')}
          </Button>
        </>
      )}
    </div>
  )
}

/** `whitespace-break-spaces` is needed by the editor, whose own styles the content security policy does not allow. */
const EDITOR_CLASS =
  'min-h-60 text-base break-words whitespace-break-spaces outline-none [&>*:first-child]:mt-0 ' +
  '[&_a:not([data-time])]:text-accent [&_a:not([data-time])]:underline [&_h1]:mb-2 [&_h1]:text-lg [&_h1]:font-[640] [&_h2]:mt-4.5 [&_h2]:mb-1.5 [&_h2]:font-[640] [&_h3]:mt-4 [&_h3]:mb-1 [&_h3]:font-[600] ' +
  '[&_p]:mb-2 [&_strong]:font-[640] [&_ul:not([data-type])]:mb-3 [&_ul:not([data-type])]:list-disc [&_ul:not([data-type])]:ps-4.5 [&_ol]:mb-3 [&_ol]:list-decimal [&_ol]:ps-5.5 ' +
  '[&_ul[data-type]]:mb-3 [&_ul[data-type]>li]:flex [&_ul[data-type]>li]:gap-2.5 [&_ul[data-type]>li>div]:min-w-0 [&_ul[data-type]>li>div]:flex-1 [&_ul[data-type]_input]:mt-1 [&_ul[data-type]_input]:size-4.5 [&_ul[data-type]_input]:accent-accent ' +
  '[&_blockquote]:mb-3 [&_blockquote]:border-s-2 [&_blockquote]:border-line [&_blockquote]:ps-3.5 [&_blockquote]:text-ink2 [&_code]:rounded-sm [&_code]:bg-sunken [&_code]:px-1 [&_code]:font-mono [&_code]:text-sm ' +
  '[&_pre]:mb-3 [&_pre]:overflow-x-auto [&_pre]:rounded-md [&_pre]:bg-sunken [&_pre]:p-3 [&_pre]:font-mono [&_pre]:text-sm [&_hr]:my-4 [&_hr]:border-line [&_.ProseMirror-separator]:m-0! [&_.ProseMirror-separator]:inline! [&_.ProseMirror-selectednode]:outline-2 [&_.ProseMirror-selectednode]:outline-focus'
