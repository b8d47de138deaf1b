import type { QueryClient } from '@tanstack/react-query'
import { newId } from '#browser/random/random.ts'
import { isRefused } from '#shared/client.ts'
import type { Seconds } from '#shared/units.ts'
import { TASK_CODES } from '../../contract.ts'
import {
  GENERATE_FLAGS,
  type OperateType,
  type RequestedChoices,
  type TaskStep,
  isActive,
  keepsTranscript,
  withoutSpeakers,
} from '../../rules.ts'
import { noteTasks } from '../notes/noteTasksClient.ts'
import { type StatusReply, generate } from '../queries.ts'
import { askAboutQuota } from './askAboutQuota.ts'
import { reportGenerated } from './reportGenerated.ts'
import { sendStart } from './sendStart.ts'
import { type FileFlag, type StartInput, getStartRequest, setStartFailure, setStartRequest } from './startRequests.ts'

/**
 * Requests a task, or stores why the server has none for the request. Sends nothing when a dialog asks first whether to exceed the
 * quota (B§5). `transcribed` is what the account has ever transcribed.
 */
export async function startTask(queries: QueryClient, input: StartInput, transcribed: Seconds): Promise<void> {
  const { fileId } = input
  const { step, ...start } = planStart(queries, input)
  if (step === 'transcription' && askAboutQuota(queries, input, transcribed)) return
  const { flag, choices, operateType } = start
  const body = { ...start, postId: newId() }
  const sent = await sendStart(() => sendRequest(fileId, body), step).catch((error: unknown) => {
    // The transcript of a recording that is transcribed again stays as it is.
    const isShown = isRefused(error, generate.transsumm, 'notEnoughMinutes') && flag !== GENERATE_FLAGS.retranscribe
    if (isShown) setStartFailure(fileId, { flag, choices }, TASK_CODES.notEnoughMinutes)
    throw error
  })
  if ('failure' in sent) return setStartFailure(fileId, { flag, choices }, sent.failure)
  const { status, task_id_info } = sent.reply
  setStartRequest(fileId, { flag, choices, taskId: task_id_info.trans_task_id })
  if (status >= 0) reportGenerated({ flag, operateType, templateType: choices?.templateType ?? '' })
}

type Start = { flag: FileFlag; operateType: OperateType; choices: RequestedChoices | undefined }

/** A retry repeats what this page has asked for. What another tab or an earlier visit has asked for is left to the server. */
function planStart(queries: QueryClient, input: StartInput): Start & { step: TaskStep } {
  const { fileId, isRetry = false } = input
  const status = queries.getQueryData<StatusReply>(generate.status.key({}))
  const task = status?.data_tasks.find(({ file_id }) => file_id === fileId)
  const request = getStartRequest(fileId)
  const isOwn = request !== undefined && (request.taskId === undefined || request.taskId === task?.task_id)
  const repeated = isRetry && isOwn ? request : undefined
  // A summary that could not be created again is requested with a new post id, because the server knows the one that failed.
  const flag = repeated?.flag === GENERATE_FLAGS.resummarise ? repeated.flag : input.flag
  const restarts = flag === GENERATE_FLAGS.generate && (isRetry || (task !== undefined && !isActive(task)))
  const keeps = flag === GENERATE_FLAGS.resummarise || (restarts && task?.stage === 'failed' && keepsTranscript(task.status))
  const operateType = flag === GENERATE_FLAGS.retranscribe ? 'reTranscribe' : restarts ? 'retry' : 'new'
  return { flag, operateType, choices: input.choices ?? repeated?.choices, step: keeps ? 'summary' : 'transcription' }
}

type Answer = { readonly status: number; readonly task_id_info: { readonly trans_task_id?: string | undefined } }

/** Several new recordings are started with the same choices, and some can be too long to tell their speakers apart (B§5). */
function sendRequest(fileId: string, body: Start & { postId: string }): Promise<Answer> {
  const { choices } = body
  return sendOnce(fileId, body).catch((error: unknown) => {
    if (!choices || !isRefused(error, generate.transsumm, 'tooLongForSpeakers')) throw error
    return sendOnce(fileId, { ...body, choices: withoutSpeakers(choices) })
  })
}

function sendOnce(fileId: string, { flag, operateType, postId, choices }: Start & { postId: string }): Promise<Answer> {
  const params = { id: fileId }
  const info = choices?.info
  if (flag === GENERATE_FLAGS.resummarise) {
    const template = { type: choices?.templateId, type_type: choices?.templateType }
    return noteTasks.chatllm({ params, body: { ...template, post_id: postId, info, support_mul_summ: true } })
  }
  const template = { summ_type: choices?.templateId, summ_type_type: choices?.templateType }
  const body = { ...template, is_reload: operateType === 'new' ? 0 : 1, operate_type: operateType, info, support_mul_summ: true }
  return generate.transsumm({ params, body })
}
