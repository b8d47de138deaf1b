import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMembership } from '#features/membership/web.tsx'
import { useReloadMe } from '#features/profile/web.tsx'
import { isRefused } from '#shared/client.ts'
import { useAction } from '#ui/action/useAction.ts'
import type { RefusalTexts } from '#ui/feedback/useExplainError.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { type TaskView, generateContract } from '../contract.ts'
import { GENERATE_FLAGS, type RequestedChoices, describeFailure } from '../rules.ts'
import { generate } from './queries.ts'
import { type FileFlag, type StartInput, clearStartFailure, forgetStartRequest } from './start/startRequests.ts'

/** Starts, retries and cancels the task of a recording. */
export function useGenerate(fileId: string) {
  const t = useTranslations('generate')
  const queries = useQueryClient()
  const start = useStartTask()
  const stop = useAction(generate.cancel, {
    success: t('stopped'),
    failure: t('stop_failed'),
    onSuccess: () => {
      forgetStartRequest(fileId)
      return queries.invalidateQueries({ queryKey: generate.status.key({}) })
    },
  })
  return {
    /** Creates what is missing, with the template and the model of the request that failed (B§4). */
    retry: () => void start.run({ fileId, flag: GENERATE_FLAGS.generate, isRetry: true }),
    isStarting: start.isBusy,
    stop: () => void stop.run({ params: { id: fileId } }),
    isStopping: stop.isBusy,
  }
}

/** What the actions of the catalogue do for the failed task of a recording (B§8): `generate` asks for another template. */
export function useFailureActions({ file_id: fileId, status }: Pick<TaskView, 'file_id' | 'status'>) {
  const { retry, isStarting } = useGenerate(fileId)
  const flag = describeFailure(status).stage === 'summary' ? GENERATE_FLAGS.resummarise : GENERATE_FLAGS.generate
  return { again: retry, generate: () => openDialog('generate', { fileId, flag }), isStarting }
}

/** Returns an action that requests the task of a recording and reports failures. */
export function useStartTask() {
  const t = useTranslations('generate')
  const toast = useToast()
  const queries = useQueryClient()
  const reloadMe = useReloadMe()
  const { membership } = useMembership()
  return useAction(
    async (input: StartInput) =>
      (await import('./start/startTask.ts')).startTask(queries, input, membership?.seconds_transcribed ?? 0),
    {
      // Several recordings are started at once.
      concurrent: true,
      failure: t('start_failed'),
      calls: [generate.transsumm],
      // `startTask` stores the others as the state of the recording.
      refusals: { audioDeleted: t('audio_deleted'), notEnoughMinutes: null } as RefusalTexts<typeof generate.transsumm.route>,
      optimistic: ({ fileId }) => clearStartFailure(fileId),
      onSuccess: () => queries.invalidateQueries({ queryKey: generate.status.key({}) }),
      onFailure: (error) => {
        if (!isRefused(error, generate.transsumm, 'notEnoughMinutes')) return undefined
        const { data: shortage } = NotEnoughMinutes.safeParse(error.body['data'])
        // A task that ended with the same code has none.
        if (!shortage) return void toast.error(t('start_failed'))
        openDialog('outOfMinutes', { needed: shortage.seconds_needed, left: shortage.seconds_left })
        return reloadMe()
      },
    },
  )
}

const NotEnoughMinutes = generateContract.transsumm.refusals.notEnoughMinutes.details

/** Returns a stable function that starts the task of any recording. */
export function useStart(): (fileId: string, flag: FileFlag, choices: RequestedChoices) => void {
  const { run } = useStartTask()
  return useCallback((fileId, flag, choices) => void run({ fileId, flag, choices }), [run])
}
