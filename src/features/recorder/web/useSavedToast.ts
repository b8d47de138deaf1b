import { seconds } from '#shared/units.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type RecordingActions = { onOpenFile: (fileId: string) => void; onTranscribe: (fileId: string) => void }

/** Long enough to be noticed after a conversation. */
const TOAST_DURATION = seconds(20)

/** Shows that a recording is in the library, with actions for it. */
export function useSavedToast({ onOpenFile, onTranscribe }: RecordingActions) {
  const t = useTranslations('recorder')
  const toast = useRecordingsToast()
  return (file: { id: string; filename: string }, isLimit = false) =>
    toast.show(t(isLimit ? 'saved_limit' : 'saved', { name: file.filename }), {
      id: ENDED_TOAST_ID,
      ms: TOAST_DURATION,
      actions: [
        { label: t('open'), run: () => onOpenFile(file.id) },
        { label: t('transcribe'), run: () => onTranscribe(file.id) },
      ],
    })
}

export const ENDED_TOAST_ID = 'recorder-ended'
