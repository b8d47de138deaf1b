import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { File } from '#features/files/contract.ts'
import { SEPARATION_SPEED } from '#features/transcription/contract.ts'
import { isRefused } from '#shared/client.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_EXPECTED_SPEAKERS } from '../contract.ts'
import { isActive } from '../rules.ts'
import { generate, useTask } from './queries.ts'
import { canTellSpeakersApart } from './speakers/canTellSpeakersApart.ts'

/** Tells the speakers of a transcript apart again; `start` takes the most speakers to expect, null for any number. */
export function useSeparateSpeakers({ id, duration, sound_deleted_at }: Pick<File, 'id' | 'duration' | 'sound_deleted_at'>) {
  const t = useTranslations('generate')
  const toast = useToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const task = useTask(id)
  const showLimit = () => openDialog('speakerLimit', { duration })
  const mutation = useMutation({
    mutationFn: (atMost: number | null) => generate.separateSpeakers({ params: { id }, body: { speakers: atMost } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: generate.status.key({}) }),
    onError: (error) => {
      if (isRefused(error, generate.separateSpeakers, 'audioDeleted')) return toast.error(t('audio_deleted'))
      if (isRefused(error, generate.separateSpeakers, 'tooLongForSpeakers')) return showLimit()
      if (isRefused(error, generate.separateSpeakers, 'busy')) return toast.error(t('in_progress'))
      return showFailure(t('start_failed'), error)
    },
  })
  return {
    start: (atMost: number | null) => (canTellSpeakersApart(duration) ? mutation.mutate(atMost) : showLimit()),
    expectedTime: duration / SEPARATION_SPEED,
    isStarting: mutation.isPending,
    disabledReason:
      (sound_deleted_at !== null && t('audio_deleted')) || (task !== undefined && isActive(task) && t('in_progress')),
    max: MAX_EXPECTED_SPEAKERS,
  }
}
