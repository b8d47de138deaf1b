import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isRefused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { Note } from '../../contract.ts'
import { invalidateNotes, notes } from '../notesClient.ts'
import { useShowNote } from '../useNotes.ts'
import { bringOver } from './alignVersions.ts'

/** Returns the versions of a note, newest first. They are loaded again when the note changes. */
export function useVersions(fileId: string, note: Note) {
  const params = { id: fileId, note_id: note.note_id }
  return useQuery({
    queryKey: [...notes.noteVersions.key({ params }), note.version_id],
    queryFn: async ({ signal }) => (await notes.noteVersions({ params }, { signal })).data,
  })
}

/** Returns the text of a version. It never changes, but a tick gives it a new id. */
export function useVersion(fileId: string, noteId: string, versionId: string | undefined) {
  const params = { id: fileId, note_id: noteId, version_id: versionId ?? '' }
  return useQuery({
    queryKey: notes.noteVersion.key({ params }),
    queryFn: async ({ signal }) => (await notes.noteVersion({ params }, { signal })).data,
    enabled: versionId !== undefined,
  })
}

/** Makes an earlier version the present one, or adds one of its lines to the present one. */
export function useChangeVersion(fileId: string, note: Note) {
  const t = useTranslations('notes')
  const queries = useQueryClient()
  const toast = useToast()
  const showFailure = useFailureToast()
  const showNote = useShowNote(fileId)
  const [isBusy, setBusy] = useState(false)
  const change = async (request: () => Promise<{ data: Note }>, done: string): Promise<boolean> => {
    setBusy(true)
    try {
      const { data } = await request()
      showNote(note.note_id, () => data)
      toast.show(done)
      return true
    } catch (error) {
      if (isRefused(error, notes.updateNote, 'changed')) toast.error(t('changedElsewhere'))
      else if (isRefused(error, notes.updateNote, 'notReady') || isRefused(error, notes.useVersion, 'notReady'))
        toast.error(t('noteWriting'))
      else showFailure(t('saveFailed'), error)
      return false
    } finally {
      setBusy(false)
      invalidateNotes(queries)
    }
  }
  return {
    isBusy,
    restore: (versionId: string) =>
      change(
        () => notes.useVersion({ params: { id: fileId, note_id: note.note_id, version_id: versionId } }),
        t('versionRestored'),
      ),
    addLine: (heading: string | undefined, line: string) =>
      change(
        () =>
          notes.updateNote({
            body: {
              file_id: fileId,
              note_id: note.note_id,
              note_content: bringOver(note.data_content, heading, line),
              base_version_id: note.version_id,
            },
          }),
        t('lineBroughtOver'),
      ),
  }
}
