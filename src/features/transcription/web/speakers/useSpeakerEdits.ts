import { useQueryClient } from '@tanstack/react-query'
import type { Segment } from '#features/files/contract.ts'
import { changeShownFile, invalidateFiles } from '#features/files/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { editingContract, type EditOperation } from '../../contract/editing.ts'

/** Changes names in the transcript. A new name that another speaker has merges the two. */
export type SpeakerEdits = {
  rename: (from: string, to: string) => Promise<void>
  /** Changes the speaker of one segment only. */
  setSpeaker: (segmentId: string, speaker: string) => Promise<void>
}

const editing = client('editing', editingContract, send)

/** Only the last change is offered to be undone. */
const TOAST_ID = 'speaker-change'

/** Returns functions that edit the names of the speakers. The page shows the change at once; a toast offers to undo it. */
export function useSpeakerEdits(fileId: string, segments: readonly Segment[]): SpeakerEdits {
  const t = useTranslations('transcription')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const show = (shown: readonly Segment[]) => changeShownFile(queries, fileId, { trans_result: [...shown] })
  const undo = async (edit_id: string) => {
    try {
      await editing.undoEdit({ params: { id: fileId }, body: { edit_id } })
    } catch (error) {
      showFailure(t('edit_undo_failed'), error)
    }
    invalidateFiles(queries)
  }
  const edit = async (operation: EditOperation, speaker: string, isChanged: (segment: Segment) => boolean) => {
    // Ctrl+Z must not undo the change before this one, which is not saved yet.
    toast.close(TOAST_ID)
    show(segments.map((segment) => (isChanged(segment) ? { ...segment, speaker } : segment)))
    try {
      const { data } = await editing.updateSource({ body: { file_id: fileId, operations: [operation] } })
      if (data.edit_id !== '')
        toast.show(t('speaker_renamed'), {
          id: TOAST_ID,
          action: { label: t('edit_undo'), run: () => void undo(data.edit_id), undoes: true },
        })
    } catch (error) {
      show(segments)
      showFailure(t('edit_failed'), error)
    }
    invalidateFiles(queries)
  }
  return {
    rename: (from, to) => edit({ kind: 'rename_speaker', from, to }, to, (segment) => segment.speaker === from),
    setSpeaker: (id, speaker) => edit({ kind: 'set_speaker', segments: [id], speaker }, speaker, (segment) => segment.id === id),
  }
}
