import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { Refused, Unreachable, isRefused } from '#shared/client.ts'
import { useReloadMe } from '#features/profile/web.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { TASK_CODES, generateContract, type TaskView } from '../contract.ts'
import {
  SILENT_RETRY_DELAY,
  SILENT_RETRIES,
  TOO_MANY_REQUESTS,
  type TaskStep,
  keepsTranscript,
  unknownFailureCode,
} from '../rules.ts'
import { generate, type StatusReply } from './queries.ts'
import { clearStartFailure, setStartFailure } from './taskFailures.ts'

/** Starts and cancels the task of a recording. `start` without `restart` does not restart a task that has ended. */
export function useGenerate(fileId: string) {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const startMutation = useStartTask()
  const stopMutation = useMutation({
    mutationFn: () => generate.cancel({ params: { id: fileId } }),
    onSuccess: () => {
      toast.show(t('stopped'))
      return queries.invalidateQueries({ queryKey: generate.status.key({}) })
    },
    onError: (error) => showFailure(t('stop_failed'), error),
  })
  return {
    start: (restart?: Restart, options?: StartOptions) => startMutation.mutate({ fileId, restart, ...options }),
    isStarting: startMutation.isPending,
    stop: () => stopMutation.mutate(),
    isStopping: stopMutation.isPending,
  }
}

/** How to restart a task that has ended: create what is missing, or everything (B§4). */
type Restart = 'retry' | 'reTranscribe'

type StartOptions = {
  /** Whether to tell speakers apart; undefined for the setting of the account. */
  separatesSpeakers?: boolean | undefined
}

/** Returns a mutation that starts the task of a recording and reports failures. */
function useStartTask() {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const queryKey = generate.status.key({})
  const invalidateStatus = () => queries.invalidateQueries({ queryKey })
  const reloadMe = useReloadMe()
  return useMutation({
    mutationFn: ({ fileId, restart, separatesSpeakers }: StartOptions & { fileId: string; restart?: Restart | undefined }) =>
      generate.transsumm({
        params: { id: fileId },
        body: { is_reload: restart ? 1 : 0, operate_type: restart, info: infoOf(separatesSpeakers), support_mul_summ: true },
      }),
    retry: (attempts, error) => isTooManyRequests(error) && attempts < SILENT_RETRIES,
    retryDelay: SILENT_RETRY_DELAY,
    onMutate: ({ fileId }) => clearStartFailure(fileId),
    onSuccess: ({ status }) => {
      if (status === TASK_CODES.done) invalidateFiles(queries)
      return invalidateStatus()
    },
    onError: (error, { fileId, restart }) => {
      if (isRefused(error, generate.transsumm, 'audioDeleted')) return toast.error(t('audio_deleted'))
      const shortage = shortageOf(error)
      if (shortage) {
        // The transcript of a recording that is transcribed again stays as it is.
        if (restart !== 'reTranscribe') setStartFailure(fileId, TASK_CODES.notEnoughMinutes)
        openDialog('outOfMinutes', { needed: shortage.seconds_needed, left: shortage.seconds_left })
        return reloadMe()
      }
      if (isTooManyRequests(error)) {
        const tasks = queries.getQueryData<StatusReply>(queryKey)?.data_tasks
        const task = tasks?.find(({ file_id }) => file_id === fileId)
        return setStartFailure(fileId, unknownFailureCode(firstStep(task, restart)))
      }
      if (error instanceof Unreachable) return setStartFailure(fileId, TASK_CODES.unstableNetwork)
      return showFailure(t('start_failed'), error)
    },
  })
}

/** Returns a stable function that starts transcription and summary of a new recording. */
export function useTranscribe(): (fileId: string) => void {
  const { mutate } = useStartTask()
  return useCallback((fileId) => mutate({ fileId }), [mutate])
}

/** Returns how many seconds are needed and left. Undefined for other errors, also for a task that ended with the same code. */
function shortageOf(error: unknown) {
  if (!isRefused(error, generate.transsumm, 'notEnoughMinutes')) return undefined
  return generateContract.transsumm.refusals.notEnoughMinutes.details.safeParse(error.body['data']).data
}

const isTooManyRequests = (error: unknown): boolean =>
  error instanceof Refused && error.httpStatus === 200 && error.status === TOO_MANY_REQUESTS

/** Returns the step that the task would have started with. */
const firstStep = (task: TaskView | undefined, restart: Restart | undefined): TaskStep =>
  restart === 'retry' && task?.stage === 'failed' && keepsTranscript(task.status) ? 'summary' : 'transcription'

/** Returns the `info` of a task (B§7). The settings of the account decide about the language, and about the speakers by default. */
const infoOf = (separatesSpeakers: boolean | undefined): string =>
  JSON.stringify({
    ...{ llm: 'auto', support_mul_summ: true },
    ...(separatesSpeakers !== undefined && { diarization: Number(separatesSpeakers) }),
  })
