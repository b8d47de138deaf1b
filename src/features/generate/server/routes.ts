import type { FastifyInstance } from 'fastify'
import { days } from '#shared/units.ts'
import { readFiles, readFullFiles } from '#features/files/server.ts'
import { MAX_TAB_NAME, type Note } from '#features/notes/contract.ts'
import { readNotes, readSummary } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { type Stage, TASK_CODES, generateContract } from '../contract.ts'
import { cancelNote, retryNote, startNote, startSummary } from './startNote.ts'
import { type SummaryChoice, cancelTask, startSeparation, startTask } from './startTask.ts'
import { type ChosenTemplate, type TaskRecord, listNoteTasks, listTasks, listTasksPage } from './store.ts'
import { type TaskInfo, parsePostId, parseTaskInfo, parseChosenTemplate } from './taskInfo.ts'
import { tryTemplate } from './tryTemplate.ts'
import { addWelcomeFile } from './welcome.ts'
import { toLists, toPastTask, toTaskView } from './wire.ts'

/** How long ended tasks stay in the status, for pages that were closed in the meantime. */
const RECENT_PERIOD = days(1)

export function generateRoutes(app: FastifyInstance, ctx: AppContext): void {
  const recently = () => new Date(ctx.clock.now().getTime() - RECENT_PERIOD)
  const listRecent = (userId: string) => listTasks(ctx, userId, recently())

  serve(app, 'generate', generateContract, {
    transsumm: async ({ params, body, caller, refuse }) => {
      const restart = body.is_reload !== 1 ? 'never' : body.operate_type === 'reTranscribe' ? 'everything' : 'missing'
      const { language, separateSpeakers, maxSpeakers, translate, ...info } = parseTaskInfo(body.info)
      const template = parseChosenTemplate(body.summ_type, body.summ_type_type)
      const task = await startTask(ctx, caller.userId, params.id, {
        ...{ language, separateSpeakers, maxSpeakers, translate, restart },
        // A client that only repeats a task names neither.
        summary: template === undefined && !info.model && !info.summaryLanguage ? undefined : toChoice(template ?? null, info),
      })
      return toResponse(ctx, 'refused' in task ? refuse(task.refused, task.details) : task)
    },
    chatllm: async ({ params, body, caller, refuse }) => {
      const choice = toChoice(parseChosenTemplate(body.type, body.type_type) ?? null, parseTaskInfo(body.info))
      const task = await startSummary(ctx, caller.userId, params.id, { ...choice, postId: parsePostId(body.post_id) })
      return toResponse(ctx, 'refused' in task ? refuse(task.refused) : task)
    },
    sumNewNote: async ({ params, body, caller, refuse }) => {
      const template = parseChosenTemplate(body.summ_type, body.summ_type_type)
      if (!template) return refuse('noTemplate')
      const note = await startNote(ctx, caller.userId, params.id, {
        ...toChoice(template, parseTaskInfo(body.info)),
        template,
        tabName: toTabName(body.tab_name),
        postId: parsePostId(body.post_id),
      })
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    retrySumNote: async ({ params, body, caller, refuse }) => {
      const { model, summaryLanguage } = parseTaskInfo(body.info)
      const note = await retryNote(ctx, caller.userId, params.id, {
        noteId: body.ori_note_id,
        template: parseChosenTemplate(body.summ_type, body.summ_type_type) ?? undefined,
        model,
        language: summaryLanguage ?? null,
        tabName: toTabName(body.tab_name),
        postId: parsePostId(body.post_id ?? body.ori_post_id),
      })
      return 'refused' in note ? refuse(note.refused) : { data: note }
    },
    cancelNote: async ({ params, caller }) => {
      await cancelNote(ctx, caller.userId, params.id, params.note_id)
      return {}
    },
    tryTemplate: async ({ body, caller, refuse }) => {
      const tried = await tryTemplate(ctx, caller.userId, body)
      return 'refused' in tried ? refuse(tried.refused) : { data: tried }
    },
    separateSpeakers: async ({ params, body, caller, refuse }) => {
      const task = await startSeparation(ctx, caller.userId, params.id, body.speakers)
      return 'refused' in task ? refuse(task.refused) : {}
    },
    status: async ({ caller }) => {
      const rows = await listRecent(caller.userId)
      const lists = toLists(rows)
      const active = toLists(rows.filter(isRunning))
      const notes = await listNoteTasks(ctx, caller.userId, recently())
      const filesOf = (stages: readonly Stage[]) => [
        ...new Set(notes.filter(({ stage }) => stages.includes(stage)).map(({ file_id }) => file_id)),
      ]
      return {
        data_transsumm: lists,
        data_processing: [...active.files_trans, ...active.files_summ].map((item) => item.file_id),
        data_processing_chatllm: rows.filter((row) => row.summary_only && isRunning(row)).map(({ file_id }) => file_id),
        data_processing_transsumm: { ...active, files_outline: [] },
        data_processing_sum_new_note: filesOf(['queued', 'summarising']),
        data_complete_sum_new_note: filesOf(['done']),
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

const isRunning = ({ status, stage }: TaskRecord): boolean => status === TASK_CODES.inProgress && stage !== 'cancelled'

const toChoice = (template: ChosenTemplate | null, { model, summaryLanguage }: Partial<TaskInfo>): SummaryChoice => ({
  template,
  model: model ?? null,
  language: summaryLanguage ?? null,
})

const toTabName = (name: string | null | undefined): string => (name ?? '').trim().slice(0, MAX_TAB_NAME)

/** Returns status 0 for an active task, 1 with the results, or a negative code for a failed one (B§4, B§8). */
async function toResponse(ctx: AppContext, task: TaskRecord) {
  const isEnded = task.status !== TASK_CODES.inProgress
  const [file] = isEnded ? await readFullFiles(ctx, task.user_id, [task.file_id]) : []
  if (isEnded && !file) throw new NotFound()
  const notes = isEnded ? await readNotes(ctx, task.user_id, task.file_id) : []
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
    data_result_summ_mul: isEnded ? JSON.stringify(notes.filter(isReadyText).map(toMultiSummary)) : null,
    outline_result: file?.outline_result ?? null,
    outline_task_status: 0,
    data_note_result: notes.filter(({ note_type }) => note_type === 'sum_multi_note'),
    download_link_map: {},
    file_version: file?.version ?? 0,
    auto_save: true,
  }
}

const isReadyText = ({ note_type, note_content }: Note): boolean => note_type !== 'high_light' && note_content !== ''

const toMultiSummary = ({ note_content, extra: { header } }: Note) => ({
  ai_content: note_content,
  category: header.category,
  summary_id: header.summary_id,
  original_category: header.original_category,
})
