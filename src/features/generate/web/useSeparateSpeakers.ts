import { useQueryClient } from '@tanstack/react-query'
import type { File } from '#features/files/contract.ts'
import { SEPARATION_SPEED } from '#features/transcription/contract.ts'
import { isRefused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_EXPECTED_SPEAKERS } from '../contract.ts'
import { isActive } from '../rules.ts'
import { generate, useTask } from './queries.ts'
import { canTellSpeakersApart } from './speakers/canTellSpeakersApart.ts'

/** Tells the speakers of a transcript apart again; `start` takes the most speakers to expect, null for any number. */
export function useSeparateSpeakers({ id, duration, sound_deleted_at }: Pick<File, 'id' | 'duration' | 'sound_deleted_at'>) {
  const t = useTranslations('generate')
  const queries = useQueryClient()
  const task = useTask(id)
  const showLimit = () => openDialog('speakerLimit', { duration })
  const separate = useAction(
    (atMost: number | null) => generate.separateSpeakers({ params: { id }, body: { speakers: atMost } }),
    {
      failure: t('start_failed'),
      calls: [generate.separateSpeakers],
      refusals: { audioDeleted: t('audio_deleted'), busy: t('in_progress'), noTranscript: undefined, tooLongForSpeakers: null },
      onSuccess: () => queries.invalidateQueries({ queryKey: generate.status.key({}) }),
      onFailure: (error) => isRefused(error, generate.separateSpeakers, 'tooLongForSpeakers') && showLimit(),
    },
  )
  return {
    start: (atMost: number | null) => (canTellSpeakersApart(duration) ? void separate.run(atMost) : showLimit()),
    expectedTime: duration / SEPARATION_SPEED,
    isStarting: separate.isBusy,
    disabledReason:
      (sound_deleted_at !== null && t('audio_deleted')) || (task !== undefined && isActive(task) && t('in_progress')),
    max: MAX_EXPECTED_SPEAKERS,
  }
}
