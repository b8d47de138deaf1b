import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { currentAccountId } from '#browser/session/token.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { listVoicePrints, putVoicePrints, removeVoicePrints, type VoicePrint } from './voicePrintStore.ts'

const keyOfVoicePrints = () => ['voice-prints', currentAccountId()]

/** Loads the voice prints again in every component that shows them. */
export const reloadVoicePrints = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: keyOfVoicePrints() })

/** Returns the voice prints of the account in this browser, and functions that change them. Removing can be undone. */
export function useVoicePrints() {
  const t = useTranslations('voice-prints')
  const tTranscript = useTranslations('transcription')
  const queries = useQueryClient()
  const toast = useToast()
  const query = useQuery({ queryKey: keyOfVoicePrints(), queryFn: listVoicePrints, staleTime: 0 })
  const work = useAction((run: () => Promise<void>) => run(), {
    queue: ['voice-prints'],
    failure: t('voice_print_failed'),
    onSettled: () => reloadVoicePrints(queries),
  })
  const change = work.run
  const remove = (prints: readonly VoicePrint[], message: string) =>
    change(async () => {
      await removeVoicePrints(prints.map(({ id }) => id))
      const undo = () => void change(() => putVoicePrints(prints))
      toast.show(message, { action: { label: tTranscript('edit_undo'), run: undo, undoes: true } })
    })
  return { prints: query.data, error: query.error, reload: () => void query.refetch(), change, remove }
}
