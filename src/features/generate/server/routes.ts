import type { FastifyInstance } from 'fastify'
import type { z } from 'zod/mini'
import { days } from '#shared/units.ts'
import { readFiles } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { type Stage, TASK_CODES, type TaskRequest, generateContract } from '../contract.ts'
import { isActive } from '../rules.ts'
import { parseMemo } from './memo.ts'
import { type StartOptions, toChoice, cancelTask, startSeparation, startTask } from './startTask.ts'
import { type ChosenTemplate, type TaskRecord, listLatestTasks, listNoteTasks, listTasksPage, readWelcome } from './store.ts'
import { type TaskInfo, parseChosenTemplate, parseTaskInfo } from './taskInfo.ts'
import { toResponse } from './taskResults.ts'
import { addWelcomeFile } from './welcome.ts'
import { toLists, toPastTask, toTaskView } from './wire.ts'

/** How long ended tasks stay in the status, for pages that were closed in the meantime. */
const RECENT_PERIOD = days(1)

export function generateRoutes(app: FastifyInstance, ctx: AppContext): void {
  const recently = () => new Date(ctx.clock.now().getTime() - RECENT_PERIOD)
  const listRecent = (userId: string) => listLatestTasks(ctx, userId, recently())

  serve(app, 'generate', generateContract, {
    transsumm: async ({ params, body, caller, from, refuse }) => {
      const { language, separateSpeakers, maxSpeakers, translate, ...info } = parseTaskInfo(body.info)
      const template = parseChosenTemplate(body.summ_type, body.summ_type_type)
      const task = await startTask(ctx, caller.userId, params.id, {
        language,
        separateSpeakers,
        maxSpeakers,
        translate,
        restart: toRestart(body),
        summary: namesNothing(template, info) ? undefined : toChoice(template ?? null, info),
        memo: parseMemo(body),
      })
      return toResponse(ctx, 'refused' in task ? refuse(task.refused, task.details) : task, from.language)
    },
    separateSpeakers: async ({ params, body, caller, refuse }) => {
      const task = await startSeparation(ctx, caller.userId, params.id, body.speakers)
      return 'refused' in task ? refuse(task.refused) : {}
    },
    status: async ({ caller }) => {
      const rows = await listRecent(caller.userId)
      return toStatus(rows, await listNoteTasks(ctx, caller.userId, recently()), ctx.clock.now())
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
      const sampleId = (await readWelcome(ctx, caller.userId))?.file_id
      const list = rows.map((row) => toPastTask(row, byId.get(row.file_id), row.file_id !== sampleId))
      return { data: { total, list } }
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

/** A client that only repeats a task names nothing of what its summary is made with. */
const namesNothing = (template: ChosenTemplate | null | undefined, info: Partial<TaskInfo>): boolean =>
  template === undefined && !info.model && !info.summaryLanguage && !info.dimensions

/** A request that is only repeated, which is how clients poll, starts nothing again: not even what was cancelled since. */
function toRestart({ is_reload, operate_type }: z.infer<typeof TaskRequest>): StartOptions['restart'] {
  if (is_reload === 1) return operate_type === 'reTranscribe' ? 'everything' : 'missing'
  return operate_type === 'new' ? 'cancelled' : 'never'
}

/** Returns the status of the tasks of recordings and of their notes (B§3). */
function toStatus(rows: readonly TaskRecord[], notes: readonly Pick<TaskRecord, 'file_id' | 'stage'>[], now: Date) {
  const running = rows.filter(isActive)
  const isInProgress = ({ status }: { status: number }) => status === TASK_CODES.inProgress
  const { files_trans, files_summ } = toLists(running)
  const filesOf = (stages: readonly Stage[]) => [
    ...new Set(notes.filter(({ stage }) => stages.includes(stage)).map(({ file_id }) => file_id)),
  ]
  const writing = filesOf(['queued', 'summarising'])
  return {
    data_transsumm: toLists(rows),
    data_processing: running.map(({ file_id }) => file_id),
    data_processing_chatllm: running.filter((row) => row.summary_only).map(({ file_id }) => file_id),
    data_processing_transsumm: {
      files_trans: files_trans.filter(isInProgress),
      files_summ: files_summ.filter(isInProgress),
      files_outline: [],
    },
    data_processing_sum_new_note: writing,
    data_complete_sum_new_note: filesOf(['done']).filter((fileId) => !writing.includes(fileId)),
    data_tasks: rows.map((row) => toTaskView(row, now)),
  }
}
