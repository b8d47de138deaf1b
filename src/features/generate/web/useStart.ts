import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { rereadFiles } from '#features/files/web.tsx'
import { Refused, wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { TASK_CODES } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { SILENT_PAUSE, SILENT_TRIES, TOO_FREQUENT, type TaskStep, keepsTranscript } from '../rules.ts'
import { AUTO, generate } from './queries.ts'
import type { StatusReply } from './queries.ts'
import { clearStartFailure, setStartFailure } from './startFailures.ts'

/** How to restart a task that has ended: create what is missing, or everything (B§4). */
export type Restart = 'retry' | 'reTranscribe'

/** Returns a mutation that starts the task of a recording and reports failures. */
export function useStart() {
  const t = useWords('generate')
  const toast = useRecordingsToast()
  const sayFailure = useFailureToast()
  const queries = useQueryClient()
  const queryKey = generate.status.key({})
  const rereadStatus = () => queries.invalidateQueries({ queryKey })
  return useMutation({
    mutationFn: ({ fileId, restart }: { fileId: string; restart?: Restart | undefined }) =>
      generate.transsumm({
        params: { id: fileId },
        body: { is_reload: restart ? 1 : 0, operate_type: restart, info: AUTO, support_mul_summ: true },
      }),
    retry: (tries, error) => isTooFrequent(error) && tries < SILENT_TRIES,
    retryDelay: SILENT_PAUSE,
    onMutate: ({ fileId }) => clearStartFailure(fileId),
    onSuccess: ({ status }) => {
      if (status === TASK_CODES.done) rereadFiles(queries)
      return rereadStatus()
    },
    onError: (error, { fileId, restart }) => {
      if (wasRefused(error, generate.transsumm, 'soundGone')) return toast.error(t('no_sound'))
      if (isTooFrequent(error)) {
        const tasks = queries.getQueryData<StatusReply>(queryKey)?.data_tasks
        return setStartFailure(
          fileId,
          missingStep(
            tasks?.find(({ file_id }) => file_id === fileId),
            restart,
          ),
        )
      }
      // A negative code with HTTP 200 is the result of the latest task, which the page shows from the status.
      if (error instanceof Refused && error.httpStatus === 200) return rereadStatus()
      return sayFailure(t('start_failed'), error)
    },
  })
}

/** Returns a stable function that starts transcription and summary of a new recording. */
export function useTranscribe(): (fileId: string) => void {
  const { mutate } = useStart()
  return useCallback((fileId) => mutate({ fileId }), [mutate])
}

const isTooFrequent = (error: unknown): boolean =>
  error instanceof Refused && error.httpStatus === 200 && error.status === TOO_FREQUENT

/** Returns the step that the task would have started with. */
const missingStep = (task: TaskView | undefined, restart: Restart | undefined): TaskStep =>
  restart === 'retry' && task?.stage === 'failed' && keepsTranscript(task.status) ? 'summary' : 'transcription'
