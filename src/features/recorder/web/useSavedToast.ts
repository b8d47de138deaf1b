import { seconds } from '#shared/units.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type RecordingActions = {
  onOpenFile: (fileId: string) => void
  /** Called once for each recording that has become a file of the library. */
  onNewFile: (file: { id: string; filename: string }) => void
}

/** Long enough to be noticed after a conversation. */
const TOAST_DURATION = seconds(20)

/** Shows that a recording is in the library, with a button that opens it. */
export function useSavedToast({ onOpenFile }: Pick<RecordingActions, 'onOpenFile'>) {
  const t = useTranslations('recorder')
  const toast = useToast()
  return (file: { id: string; filename: string }, isLimit = false) =>
    toast.show(t(isLimit ? 'saved_limit' : 'saved', { name: file.filename }), {
      id: ENDED_TOAST_ID,
      ms: TOAST_DURATION,
      action: { label: t('open'), run: () => onOpenFile(file.id) },
    })
}

export const ENDED_TOAST_ID = 'recorder-ended'
