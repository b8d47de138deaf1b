import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fetchSettings } from '#features/profile/web.tsx'
import { seconds } from '#shared/units.ts'
import { getOpenDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GENERATE_FLAGS } from '../rules.ts'
import { useStart } from './useGenerate.ts'

/** A recording that has just become a file of the library. */
export type NewFile = { readonly id: string; readonly filename: string; readonly is_trans?: boolean }

/** Long enough to be noticed after a conversation. */
const QUESTION_DURATION = seconds(20)

/**
 * Returns a function that generates a new recording with what was chosen last, opens the dialog or does nothing, as the user has chosen (B§4).
 * One dialog is about all recordings that come while it is open. Nothing is started when the choice cannot be loaded, because it
 * might use minutes against the will of the user; the page of the recording offers the transcription.
 */
export function useTranscribeNew(): (file: NewFile) => void {
  const t = useTranslations('generate')
  const toast = useToast()
  const queries = useQueryClient()
  const start = useStart()
  return useCallback(
    ({ id, filename, is_trans }) => {
      // It was imported with its transcript.
      if (is_trans) return
      const open = () => openDialog('generate', { fileId: id, flag: GENERATE_FLAGS.generate, others: [] })
      const startAsChosen = async (fileId: string) =>
        start(fileId, GENERATE_FLAGS.generate, (await import('./start/generateChoices.ts')).readRequest())
      const ask = () => {
        const shown = getOpenDialog('generate')
        if (!shown) return open()
        if (shown.others) return openDialog('generate', { ...shown, others: [...shown.others, id] })
        // The open dialog is about another recording.
        const action = { label: t('generate'), run: open }
        return toast.show(t('question_transcribe', { name: filename }), { ms: QUESTION_DURATION, action })
      }
      fetchSettings(queries).then(
        ({ transcribe_new }) => {
          if (transcribe_new === 'ask') ask()
          if (transcribe_new === 'automatic') void startAsChosen(id)
        },
        () => {},
      )
    },
    [queries, start, t, toast],
  )
}
