import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { newId } from '#browser/random/random.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { invalidateFiles } from '#features/files/web.tsx'
import { invalidateNotes } from '#features/notes/web.tsx'
import { useReloadMe } from '#features/profile/web.tsx'
import { isRefused } from '#shared/client.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useRecordingsToast } from '#ui/toast/useToast.ts'
import { TASK_CODES, type TaskView, generateContract } from '../contract.ts'
import {
  type FlowState,
  GENERATE_FLAGS,
  type RequestedChoices,
  type TaskStep,
  describeFailure,
  isActive,
  keepsTranscript,
  withoutSpeakers,
} from '../rules.ts'
import { dispatchFlow, getFlow, runFlow, useFlow } from './flow/flows.ts'
import { reportGenerated } from './flow/reportGenerated.ts'
import { type StatusReply, generate } from './queries.ts'
import { clearStartFailure, setStartFailure } from './taskFailures.ts'

/** The flags of a recording; notes have their own hook. */
export type FileFlag = typeof GENERATE_FLAGS.generate | typeof GENERATE_FLAGS.retranscribe | typeof GENERATE_FLAGS.resummarise

/** Starts, retries and cancels the task of a recording. */
export function useGenerate(fileId: string) {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const startMutation = useStartTask()
  const stopMutation = useMutation({
    mutationFn: () => generate.cancel({ params: { id: fileId } }),
    onSuccess: () => {
      dispatchFlow(fileId, { type: 'delete' })
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

type StartInput = { fileId: string; flag: FileFlag; choices?: RequestedChoices; isRetry?: boolean }

/** Returns a mutation that runs the flow of a recording until its task has started, and reports failures. */
function useStartTask() {
  const t = useTranslations('generate')
  const toast = useRecordingsToast()
  const showFailure = useFailureToast()
  const queries = useQueryClient()
  const invalidateStatus = () => queries.invalidateQueries({ queryKey: generate.status.key({}) })
  const reloadMe = useReloadMe()
  return useMutation({
    mutationFn: (input: StartInput) => startTask(queries, input),
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

/** Requests of this page, so that a retry asks for the same. A retry after a reload leaves them to the server. */
const lastChoices = new Map<string, RequestedChoices>()

/** Returns the flow after the first request, and whether the server has a task for it. */
async function startTask(queries: QueryClient, { fileId, flag, choices, isRetry = false }: StartInput) {
  const status = queries.getQueryData<StatusReply>(generate.status.key({}))
  const task = status?.data_tasks.find(({ file_id }) => file_id === fileId)
  const hasEnded = task !== undefined && !isActive(task)
  const requested = choices ?? lastChoices.get(fileId)
  if (requested) lastChoices.set(fileId, requested)
  let isTaskKnown = false
  const send = async (state: FlowState) => {
    const reply = await sendRequest(fileId, state, requested).catch((error: unknown) => {
      // Several new recordings are started with the same choices, and some can be too long for this one (B§5).
      if (!requested || !isRefused(error, generate.transsumm, 'tooLongForSpeakers')) throw error
      return sendRequest(fileId, state, withoutSpeakers(requested))
    })
    isTaskKnown = true
    return { status: reply.status, hasResult: (reply.data_result ?? []).length > 0 }
  }
  const step: TaskStep = task?.stage === 'failed' && keepsTranscript(task.status) ? 'summary' : 'transcription'
  // A summary that could not be created again is requested with a new post id, because the server knows the one that failed.
  const actualFlag = isRetry && getFlow(fileId)?.flag === GENERATE_FLAGS.resummarise ? GENERATE_FLAGS.resummarise : flag
  const restarts = actualFlag === GENERATE_FLAGS.generate && (isRetry || hasEnded)
  const event = restarts
    ? ({ type: 'retry', step, flag: GENERATE_FLAGS.generate } as const)
    : ({ type: 'start', flag: actualFlag, postId: newId() } as const)
  const state = await runFlow(fileId, event, send)
  if (state.status !== 'default' || state.code === 'success')
    reportGenerated({ flag: actualFlag, operateType: restarts ? 'retry' : 'new', templateType: requested?.templateType ?? '' })
  return { state, isTaskKnown }
}

function sendRequest(fileId: string, { flag, operateType, postId }: FlowState, choices: RequestedChoices | undefined) {
  const params = { id: fileId }
  const info = choices?.info
  if (flag === GENERATE_FLAGS.resummarise) {
    const template = { type: choices?.templateId, type_type: choices?.templateType }
    return generate.chatllm({ params, body: { ...template, post_id: postId, info, support_mul_summ: true } })
  }
  const restart = operateType === 'retry' || operateType === 'reTranscribe' ? operateType : undefined
  const template = { summ_type: choices?.templateId, summ_type_type: choices?.templateType }
  const body = { is_reload: restart ? 1 : 0, operate_type: restart, ...template, info, support_mul_summ: true }
  return generate.transsumm({ params, body })
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
