import type { FastifyInstance } from 'fastify'
import { days } from '#shared/units.ts'
import { readFiles, readFullFiles } from '#features/files/server.ts'
import { readSummary } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { TASK_CODES, generateContract } from '../contract.ts'
import { cancelTask, startSeparation, startTask } from './startTask.ts'
import { type TaskRecord, listTasks, listTasksPage } from './store.ts'
import { addWelcomeFile } from './welcome.ts'
import { parseRequestedLanguage, parseRequestedSpeakers, parseTranslation, toLists, toPastTask, toTaskView } from './wire.ts'

/** How long ended tasks stay in the status, for pages that were closed in the meantime. */
const RECENT_PERIOD = days(1)

export function generateRoutes(app: FastifyInstance, ctx: AppContext): void {
  const listRecent = (userId: string) => listTasks(ctx, userId, new Date(ctx.clock.now().getTime() - RECENT_PERIOD))

  serve(app, 'generate', generateContract, {
    transsumm: async ({ params, body, caller, refuse }) => {
      const restart = body.is_reload !== 1 ? 'never' : body.operate_type === 'reTranscribe' ? 'everything' : 'missing'
      const { separate, atMost } = parseRequestedSpeakers(body.info)
      const task = await startTask(ctx, caller.userId, params.id, {
        language: parseRequestedLanguage(body.info),
        separateSpeakers: separate,
        maxSpeakers: atMost,
        translate: parseTranslation(body.info),
        restart,
      })
      return toResponse(ctx, 'refused' in task ? refuse(task.refused, task.details) : task)
    },
    separateSpeakers: async ({ params, body, caller, refuse }) => {
      const task = await startSeparation(ctx, caller.userId, params.id, body.speakers)
      return 'refused' in task ? refuse(task.refused) : {}
    },
    status: async ({ caller }) => {
      const rows = await listRecent(caller.userId)
      const lists = toLists(rows)
      const active = toLists(rows.filter((row) => row.status === TASK_CODES.inProgress && row.stage !== 'cancelled'))
      return {
        data_transsumm: lists,
        data_processing: [...active.files_trans, ...active.files_summ].map((item) => item.file_id),
        data_processing_chatllm: [],
        data_processing_transsumm: { ...active, files_outline: [] },
        data_processing_sum_new_note: [],
        data_complete_sum_new_note: [],
        data_tasks: rows.map((row) => toTaskView(row, ctx.clock.now())),
      }
    },
    transStatus: async ({ caller }) => {
      const active = (await listRecent(caller.userId)).filter(
        (row) => !row.summary_only && !row.speakers_only && (row.stage === 'queued' || row.stage === 'transcribing'),
      )
      const sumSeconds = (getMillis: (row: TaskRecord) => number) => active.reduce((all, row) => all + getMillis(row), 0) / 1000
      return {
        total_seconds: sumSeconds((row) => row.duration_ms),
        remain_total: sumSeconds((row) => row.duration_ms - row.done_ms),
      }
    },
    history: async ({ query, caller }) => {
      const { total, rows } = await listTasksPage(ctx, caller.userId, query)
      const files = await readFiles(ctx, caller.userId, [...new Set(rows.map((row) => row.file_id))])
      const byId = new Map(files.map((file) => [file.file_id, file]))
      return { data: { total, list: rows.map((row) => toPastTask(row, byId.get(row.file_id))) } }
    },
    welcome: async ({ body, caller, refuse }) => {
      const file = await addWelcomeFile(ctx, caller.userId, body.lang)
      if ('refused' in file) return refuse(file.refused)
      return { data: { file_id: file.file_id, session_id: file.session_id } }
    },
    cancel: async ({ params, caller }) => {
      await cancelTask(ctx, caller.userId, params.id)
      return {}
    },
  })
}

/** Returns status 0 for an active task, 1 with the results, or a negative code for a failed one (B§4, B§8). */
async function toResponse(ctx: AppContext, task: TaskRecord) {
  const isEnded = task.status !== TASK_CODES.inProgress
  const [file] = isEnded ? await readFullFiles(ctx, task.user_id, [task.file_id]) : []
  if (isEnded && !file) throw new NotFound()
  const summary = isEnded ? await readSummary(ctx, task.user_id, task.file_id) : null
  const failed = task.status < 0
  return {
    status: task.status,
    err_code: failed ? String(task.status) : '',
    err_msg: failed ? task.msg : '',
    msg: failed ? task.msg : isEnded ? 'success' : 'task processing',
    task_id_info: { ...file?.extra_data.task_id_info, trans_task_id: task.task_id },
    data_result: file?.trans_result ?? null,
    data_result_summ: summary ? JSON.stringify(summary) : null,
    data_result_summ_mul: null,
    outline_result: file?.outline_result ?? null,
    outline_task_status: 0,
    data_note_result: [],
    download_link_map: {},
    file_version: file?.version ?? 0,
    auto_save: true,
  }
}
