import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { invalidateFiles } from '#features/files/web.tsx'
import { Refused, isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TASK_CODES } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { SILENT_RETRY_DELAY, SILENT_RETRIES, TOO_MANY_REQUESTS, type TaskStep, keepsTranscript } from '../rules.ts'
import { DEFAULT_INFO, generate } from './queries.ts'
import type { StatusReply } from './queries.ts'
import { clearStartFailure, setStartFailure } from './startFailures.ts'

/** How to restart a task that has ended: create what is missing, or everything (B§4). */
export type Restart = 'retry' | 'reTranscribe'

/** Returns a mutation that starts the task of a recording and reports failures. */
export function useStartTask() {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const queryKey = generate.status.key({})
  const invalidateStatus = () => queries.invalidateQueries({ queryKey })
  return useMutation({
    mutationFn: ({ fileId, restart }: { fileId: string; restart?: Restart | undefined }) =>
      generate.transsumm({
        params: { id: fileId },
        body: { is_reload: restart ? 1 : 0, operate_type: restart, info: DEFAULT_INFO, support_mul_summ: true },
      }),
    retry: (attempts, error) => isTooManyRequests(error) && attempts < SILENT_RETRIES,
    retryDelay: SILENT_RETRY_DELAY,
    onMutate: ({ fileId }) => clearStartFailure(fileId),
    onSuccess: ({ status }) => {
      if (status === TASK_CODES.done) invalidateFiles(queries)
      return invalidateStatus()
    },
    onError: (error, { fileId, restart }) => {
      if (isRefused(error, generate.transsumm, 'soundGone')) return toast.error(t('no_sound'))
      if (isTooManyRequests(error)) {
        const tasks = queries.getQueryData<StatusReply>(queryKey)?.data_tasks
        return setStartFailure(
          fileId,
          firstStep(
            tasks?.find(({ file_id }) => file_id === fileId),
            restart,
          ),
        )
      }
      // A negative code with HTTP 200 is the result of the latest task, which the page shows from the status.
      if (error instanceof Refused && error.httpStatus === 200) return invalidateStatus()
      return showFailure(t('start_failed'), error)
    },
  })
}

/** Returns a stable function that starts transcription and summary of a new recording. */
export function useTranscribe(): (fileId: string) => void {
  const { mutate } = useStartTask()
  return useCallback((fileId) => mutate({ fileId }), [mutate])
}

const isTooManyRequests = (error: unknown): boolean =>
  error instanceof Refused && error.httpStatus === 200 && error.status === TOO_MANY_REQUESTS

/** Returns the step that the task would have started with. */
const firstStep = (task: TaskView | undefined, restart: Restart | undefined): TaskStep =>
  restart === 'retry' && task?.stage === 'failed' && keepsTranscript(task.status) ? 'summary' : 'transcription'
