import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { useMembership } from '#features/membership/web.tsx'
import { invalidateNotes } from '#features/notes/web.tsx'
import { useReloadMe } from '#features/profile/web.tsx'
import { isRefused } from '#shared/client.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { TASK_CODES, type TaskView, generateContract } from '../contract.ts'
import { GENERATE_FLAGS, type RequestedChoices, describeFailure } from '../rules.ts'
import { type FileFlag, type StartInput, forgetFlow, useFlow } from './flow/flowStates.ts'
import { generate } from './queries.ts'
import { clearStartFailure, setStartFailure } from './taskFailures.ts'

/** Starts, retries and cancels the task of a recording. */
export function useGenerate(fileId: string) {
  const t = useTranslations('generate')
  const toast = useToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const startMutation = useStartTask()
  const stopMutation = useMutation({
    mutationFn: () => generate.cancel({ params: { id: fileId } }),
    onSuccess: () => {
      forgetFlow(fileId)
      toast.show(t('stopped'))
      return queries.invalidateQueries({ queryKey: generate.status.key({}) })
    },
    onError: (error) => showFailure(t('stop_failed'), error),
  })
  return {
    /** Creates what is missing, with the template and the model of the request that failed (B§4). */
    retry: () => startMutation.mutate({ fileId, flag: GENERATE_FLAGS.generate, isRetry: true }),
    isStarting: startMutation.isPending,
    stop: () => stopMutation.mutate(),
    isStopping: stopMutation.isPending,
    /** What this page has started. */
    flow: useFlow(fileId),
  }
}

/** What the actions of the catalogue do for the failed task of a recording (B§8): `generate` asks for another template. */
export function useFailureActions({ file_id: fileId, status }: Pick<TaskView, 'file_id' | 'status'>) {
  const { retry, isStarting } = useGenerate(fileId)
  const flag = describeFailure(status).stage === 'summary' ? GENERATE_FLAGS.resummarise : GENERATE_FLAGS.generate
  return { again: retry, generate: () => openDialog('generate', { fileId, flag }), isStarting }
}

/** Returns a mutation that runs the flow of a recording until its task has started, and reports failures. */
export function useStartTask() {
  const t = useTranslations('generate')
  const toast = useToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const invalidateStatus = () => queries.invalidateQueries({ queryKey: generate.status.key({}) })
  const reloadMe = useReloadMe()
  const { membership } = useMembership()
  return useMutation({
    mutationFn: async (input: StartInput) =>
      (await import('./flow/startTask.ts')).startTask(queries, input, membership?.seconds_transcribed ?? 0),
    onMutate: ({ fileId }) => clearStartFailure(fileId),
    onSuccess: ({ state: { errorCode, hasNewResult }, isTaskKnown }, { fileId }) => {
      // The server has no task for what it refused.
      if (errorCode !== null && !isTaskKnown) setStartFailure(fileId, errorCode)
      if (hasNewResult) {
        invalidateFiles(queries)
        invalidateNotes(queries)
      }
      return invalidateStatus()
    },
    onError: (error, { fileId, flag }) => {
      if (isRefused(error, generate.transsumm, 'audioDeleted')) return toast.error(t('audio_deleted'))
      const shortage = shortageOf(error)
      if (shortage) {
        // The transcript of a recording that is transcribed again stays as it is.
        if (flag !== GENERATE_FLAGS.retranscribe) setStartFailure(fileId, TASK_CODES.notEnoughMinutes)
        openDialog('outOfMinutes', { needed: shortage.seconds_needed, left: shortage.seconds_left })
        return reloadMe()
      }
      return showFailure(t('start_failed'), error)
    },
  })
}

/** Returns a stable function that starts the task of any recording. */
export function useStart(): (fileId: string, flag: FileFlag, choices: RequestedChoices) => void {
  const { mutate } = useStartTask()
  return useCallback((fileId, flag, choices) => mutate({ fileId, flag, choices }), [mutate])
}

/** Returns how many seconds are needed and left. Undefined for other errors, also for a task that ended with the same code. */
function shortageOf(error: unknown) {
  if (!isRefused(error, generate.transsumm, 'notEnoughMinutes')) return undefined
  return generateContract.transsumm.refusals.notEnoughMinutes.details.safeParse(error.body['data']).data
}
