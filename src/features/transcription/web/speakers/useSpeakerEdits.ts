import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { EditOperation } from '../../contract/editing.ts'
import type { TranscriptEditor } from '../editor/transcriptEditor.ts'

/** Changes names in the transcript. A new name that another speaker has merges the two. */
export type SpeakerEdits = {
  rename: (from: string, to: string) => void
  /** Changes the speaker of one segment only. */
  setSpeaker: (segmentId: string, speaker: string) => void
}

/** Only the last change is offered to be undone. */
const TOAST_ID = 'speaker-change'

/** Returns functions that edit the names of the speakers; undefined when they cannot be edited. A toast offers to undo the change. */
export function useSpeakerEdits(editor: TranscriptEditor | undefined): SpeakerEdits | undefined {
  const t = useTranslations('transcription')
  const toast = useToast()
  if (!editor) return undefined
  const edit = (operation: EditOperation) => {
    // Ctrl+Z must not undo the change before this one, which is not saved yet.
    toast.close(TOAST_ID)
    editor.apply([operation], (editId) => {
      const undo = () => editor.undo(editId)
      toast.show(t('speaker_renamed'), { id: TOAST_ID, action: { label: t('edit_undo'), run: undo, undoes: true } })
    })
  }
  return {
    rename: (from, to) => edit({ kind: 'rename_speaker', from, to }),
    setSpeaker: (id, speaker) => edit({ kind: 'set_speaker', segments: [id], speaker }),
  }
}
