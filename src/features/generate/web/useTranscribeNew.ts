import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { fetchSettings } from '#features/profile/web.tsx'
import { type Millis, seconds } from '#shared/units.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { now } from '#browser/timers/time.ts'
import { useTranscribe } from './useGenerate.ts'

/** A recording that has just become a file of the library. */
export type NewFile = { readonly id: string; readonly filename: string }

/** Long enough to be noticed after a conversation. */
const QUESTION_DURATION = seconds(20)
const QUESTION_TOAST_ID = 'transcribe-new'

/** The recordings that the question on screen is about, and when it was last shown. */
let question: { readonly files: readonly NewFile[]; readonly askedAt: Millis } = { files: [], askedAt: 0 }

/**
 * Returns a function that transcribes a new recording, or asks whether to, as the user has chosen. One question is asked about all
 * recordings that come while it is shown. Nothing is started when the choice cannot be loaded, because it might use minutes
 * against the will of the user; the page of the recording offers the transcription.
 */
export function useTranscribeNew(): (file: NewFile) => void {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const queries = useQueryClient()
  const transcribe = useTranscribe()
  return useCallback(
    (file) => {
      const ask = () => {
        const isShown = now() - question.askedAt < QUESTION_DURATION
        const files = [...(isShown ? question.files : []), file]
        question = { files, askedAt: now() }
        const transcribeAll = () => {
          question = { files: [], askedAt: 0 }
          for (const { id } of files) transcribe(id)
        }
        const text = files.length > 1 ? t('question_transcribe_all') : t('question_transcribe', { name: file.filename })
        toast.show(text, {
          id: QUESTION_TOAST_ID,
          ms: QUESTION_DURATION,
          action: { label: t('transcribe'), run: transcribeAll },
        })
      }
      fetchSettings(queries).then(
        ({ transcribe_new }) => (transcribe_new === 'ask' ? ask() : transcribe(file.id)),
        () => {},
      )
    },
    [queries, t, toast, transcribe],
  )
}
