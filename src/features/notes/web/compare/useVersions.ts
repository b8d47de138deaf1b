import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
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
  const showNote = useShowNote(fileId)
  const params = { id: fileId, note_id: note.note_id }
  const texts = {
    failure: t('saveFailed'),
    onSuccess: ({ data }: { data: Note }) => showNote(note.note_id, () => data),
    onSettled: () => invalidateNotes(queries),
  }
  const restore = useAction((versionId: string) => notes.useVersion({ params: { ...params, version_id: versionId } }), {
    ...texts,
    success: t('versionRestored'),
    calls: [notes.useVersion],
    refusals: { notReady: t('noteWriting') },
  })
  const addLine = useAction(
    ({ heading, line }: { heading: string | undefined; line: string }) =>
      notes.updateNote({
        body: {
          file_id: fileId,
          note_id: note.note_id,
          note_content: bringOver(note.data_content, heading, line),
          base_version_id: note.version_id,
        },
      }),
    {
      ...texts,
      success: t('lineBroughtOver'),
      calls: [notes.updateNote],
      refusals: { changed: t('changedElsewhere'), notReady: t('noteWriting') },
    },
  )
  return {
    isBusy: restore.isBusy || addLine.isBusy,
    restore: restore.run,
    addLine: (heading: string | undefined, line: string) => void addLine.run({ heading, line }),
  }
}
