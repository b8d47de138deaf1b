import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isRefused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { after, type Stop } from '#browser/timers/time.ts'
import type { Note } from '../../contract.ts'
import { invalidateNotes, notes } from '../notesClient.ts'
import { useShowNote } from '../useNotes.ts'
import { readNoteDraft, removeNoteDraft, storeNoteDraft, type NoteDraft } from './noteDraft.ts'

/** A text is saved this long after the last key. */
const SAVE_DELAY = seconds(1.5)

/** `conflict`: the note was changed in another window since. */
export type SaveState =
  | { readonly kind: 'saved' | 'unsaved' | 'saving' | 'conflict' }
  | { readonly kind: 'failed'; readonly error: unknown }

/**
 * Saves a text a moment after it was changed. It is kept in the browser until the server has it, so that a reload or a failed
 * request loses nothing. `read` returns the text as it is now.
 */
export function useAutosave(fileId: string, note: Note, { draft, read }: { draft: NoteDraft | undefined; read: () => string }) {
  const queries = useQueryClient()
  const noteId = note.note_id
  const base = useRef(draft?.baseVersionId ?? note.version_id)
  const stopTimer = useRef<Stop>(undefined)
  const running = useRef<Promise<boolean>>(Promise.resolve(true))
  const [state, setState] = useState<SaveState>({ kind: draft ? 'unsaved' : 'saved' })
  const readBase = useCallback(() => base.current, [])
  const setBase = useCallback((versionId: string) => {
    base.current = versionId
  }, [])
  const send = useSendText(fileId, note, { readBase, setBase, read, setState })

  /** Resolves with whether the server has the text. Saves one after another, because each names the version before it. */
  const save = useCallback(
    ({ overwrites = false } = {}): Promise<boolean> => {
      stopTimer.current?.()
      running.current = running.current.then(() => send(overwrites))
      return running.current
    },
    [send],
  )
  const noteChange = () => {
    storeNoteDraft(fileId, noteId, { markdown: read(), baseVersionId: base.current })
    setState((previous) => (previous.kind === 'conflict' ? previous : { kind: 'unsaved' }))
    stopTimer.current?.()
    stopTimer.current = after(SAVE_DELAY, () => void save())
  }
  /** Forgets what was typed. */
  const discard = () => {
    stopTimer.current?.()
    removeNoteDraft(fileId, noteId)
    invalidateNotes(queries)
  }
  useEvent('document', 'visibilitychange', () => {
    if (document.visibilityState === 'hidden' && state.kind === 'unsaved') void save()
  })
  // The server is the external system. It gets a text that was typed before a reload, and one that is left before it is saved.
  useEffect(() => {
    const saveDraft = () => {
      if (readNoteDraft(fileId, noteId)) void save()
    }
    stopTimer.current = after(SAVE_DELAY, saveDraft)
    return saveDraft
  }, [fileId, noteId, save])
  return { state, save, noteChange, discard }
}

type SendOptions = {
  readBase: () => string
  setBase: (versionId: string) => void
  read: () => string
  setState: (state: SaveState) => void
}

/** Returns a function that sends the text if it has changed, and resolves with whether the server has it. */
function useSendText(
  fileId: string,
  { note_id: noteId, data_content }: Note,
  { readBase, setBase, read, setState }: SendOptions,
) {
  const showNote = useShowNote(fileId)
  const saved = useRef(data_content)
  return useCallback(
    async (overwrites: boolean): Promise<boolean> => {
      const markdown = read()
      if (markdown === saved.current && !overwrites) {
        removeNoteDraft(fileId, noteId)
        setState({ kind: 'saved' })
        return true
      }
      setState({ kind: 'saving' })
      try {
        const body = { file_id: fileId, note_id: noteId, note_content: markdown }
        const base = readBase()
        const isBased = !overwrites && base !== ''
        const { data } = await notes.updateNote({ body: isBased ? { ...body, base_version_id: base } : body })
        setBase(data.version_id)
        saved.current = markdown
        showNote(noteId, () => data)
        const isLatest = read() === markdown
        if (isLatest) removeNoteDraft(fileId, noteId)
        else storeNoteDraft(fileId, noteId, { markdown: read(), baseVersionId: data.version_id })
        setState({ kind: isLatest ? 'saved' : 'unsaved' })
        return isLatest
      } catch (error) {
        setState(isRefused(error, notes.updateNote, 'changed') ? { kind: 'conflict' } : { kind: 'failed', error })
        return false
      }
    },
    [fileId, noteId, readBase, setBase, read, setState, showNote],
  )
}
