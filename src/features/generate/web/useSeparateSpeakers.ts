import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { File } from '#features/files/contract.ts'
import { MAX_SPEAKER_SECONDS } from '#features/transcription/contract.ts'
import { isRefused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_EXPECTED_SPEAKERS } from '../contract.ts'
import { isActive } from '../rules.ts'
import { generate, useTask } from './queries.ts'

/** Tells the speakers of a transcript apart again; `start` takes the most speakers to expect, null for any number. */
export function useSeparateSpeakers({ id, duration, sound_deleted_at }: Pick<File, 'id' | 'duration' | 'sound_deleted_at'>) {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const task = useTask(id)
  const isTooLong = Math.floor(duration / seconds(1)) > MAX_SPEAKER_SECONDS
  const mutation = useMutation({
    mutationFn: (atMost: number | null) => generate.separateSpeakers({ params: { id }, body: { speakers: atMost } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: generate.status.key({}) }),
    onError: (error) => {
      if (isRefused(error, generate.separateSpeakers, 'audioDeleted')) return toast.error(t('audio_deleted'))
      if (isRefused(error, generate.separateSpeakers, 'tooLongForSpeakers')) return toast.error(t('too_long_for_speakers'))
      if (isRefused(error, generate.separateSpeakers, 'busy')) return toast.error(t('in_progress'))
      return showFailure(t('start_failed'), error)
    },
  })
  return {
    start: (atMost: number | null) => mutation.mutate(atMost),
    isStarting: mutation.isPending,
    disabledReason:
      (sound_deleted_at !== null && t('audio_deleted')) ||
      (isTooLong && t('too_long_for_speakers')) ||
      (task !== undefined && isActive(task) && t('in_progress')),
    max: MAX_EXPECTED_SPEAKERS,
  }
}
