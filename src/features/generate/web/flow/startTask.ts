import type { QueryClient } from '@tanstack/react-query'
import { newId } from '#browser/random/random.ts'
import { isRefused } from '#shared/client.ts'
import type { Seconds } from '#shared/units.ts'
import {
  type FlowState,
  GENERATE_FLAGS,
  IDLE_FLOW,
  type RequestedChoices,
  type TaskStep,
  isActive,
  keepsTranscript,
  withoutSpeakers,
} from '../../rules.ts'
import { noteTasks } from '../notes/noteTasksClient.ts'
import { type StatusReply, generate } from '../queries.ts'
import { askAboutQuota } from './askAboutQuota.ts'
import { type StartInput, getFlow } from './flowStates.ts'
import { runFlow } from './flows.ts'
import { reportGenerated } from './reportGenerated.ts'

/** Requests of this page, so that a retry asks for the same. A retry after a reload leaves them to the server. */
const lastChoices = new Map<string, RequestedChoices>()

/**
 * Returns the flow after the first request, and whether the server has a task for it. Without a request there is no flow: a dialog
 * asks first whether to exceed the quota (B§5). `transcribed` is what the account has ever transcribed.
 */
export async function startTask(queries: QueryClient, input: StartInput, transcribed: Seconds) {
  const { fileId, flag, choices, isRetry = false } = input
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
  const transcribes = actualFlag !== GENERATE_FLAGS.resummarise && !(restarts && step === 'summary')
  if (transcribes && askAboutQuota(queries, input, transcribed)) return { state: IDLE_FLOW, isTaskKnown: false }
  const event = restarts
    ? ({ type: 'retry', step, flag: GENERATE_FLAGS.generate } as const)
    : ({ type: 'start', flag: actualFlag, postId: newId() } as const)
  const state = await runFlow(fileId, event, send)
  if (state.status !== 'default' || state.code === 'success')
    reportGenerated({ flag: actualFlag, operateType: restarts ? 'retry' : 'new', templateType: requested?.templateType ?? '' })
  return { state, isTaskKnown }
}

type Answer = { readonly status: number; readonly data_result: readonly unknown[] | null }

function sendRequest(
  fileId: string,
  { flag, operateType, postId }: FlowState,
  choices: RequestedChoices | undefined,
): Promise<Answer> {
  const params = { id: fileId }
  const info = choices?.info
  if (flag === GENERATE_FLAGS.resummarise) {
    const template = { type: choices?.templateId, type_type: choices?.templateType }
    return noteTasks.chatllm({ params, body: { ...template, post_id: postId, info, support_mul_summ: true } })
  }
  const restarts = operateType === 'retry' || operateType === 'reTranscribe'
  const template = { summ_type: choices?.templateId, summ_type_type: choices?.templateType }
  const asked = { is_reload: restarts ? 1 : 0, operate_type: operateType === 'delete' ? undefined : operateType }
  const body = { ...asked, ...template, info, support_mul_summ: true }
  return generate.transsumm({ params, body })
}
