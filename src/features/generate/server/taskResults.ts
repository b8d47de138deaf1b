import type { Locale } from '#shared/locales.ts'
import type { File } from '#features/files/contract.ts'
import { readFullFiles } from '#features/files/server.ts'
import { readNotes, readSummary, toSummaryItems } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { TASK_CODES } from '../contract.ts'
import { failureText } from './failureTexts.ts'
import { hasEnded } from './queueTask.ts'
import { type TaskRecord, latestCompleted } from './store.ts'

/**
 * Returns status 0 for an active task, 1 with the results, or a negative code for a failed or cancelled one (B§4, B§8). `err_msg` is in
 * the language of the client, when it says one; `msg` may say more, in English.
 */
export async function toResponse(ctx: AppContext, latest: TaskRecord, language?: Locale) {
  const task = await withoutCancelledTask(ctx, latest)
  const isEnded = hasEnded(task)
  const [file] = isEnded ? await readFullFiles(ctx, task.user_id, [task.file_id]) : []
  if (isEnded && !file) throw new NotFound()
  const notes = isEnded ? await readNotes(ctx, task.user_id, task.file_id) : []
  const summary = isEnded ? await readSummary(ctx, task.user_id, task.file_id) : null
  const status = task.stage === 'cancelled' ? interruptedStatus(task, file) : task.status
  const failed = status < 0
  return {
    status,
    err_code: failed ? String(status) : '',
    err_msg: !failed ? '' : language ? failureText(status, language) : task.msg,
    msg: failed ? task.msg : isEnded ? 'success' : 'task processing',
    task_id_info: { ...file?.extra_data.task_id_info, trans_task_id: task.task_id },
    data_result: file?.trans_result ?? null,
    data_result_summ: summary ? JSON.stringify(summary) : null,
    data_result_summ_mul: isEnded ? JSON.stringify(toSummaryItems(notes)) : null,
    outline_result: file?.outline_result ?? null,
    outline_task_status: 0,
    data_note_result: notes.filter(({ note_type }) => note_type === 'sum_multi_note'),
    download_link_map: {},
    file_version: file?.version ?? 0,
    auto_save: true,
  }
}

/** The results of a call that is about something else. */
export const NO_RESULTS = {
  err_code: '',
  err_msg: '',
  task_id_info: {},
  outline_task_status: 0,
  download_link_map: {},
  file_version: 0,
  auto_save: true,
  data_result: null,
  data_result_summ: null,
  data_result_summ_mul: null,
  outline_result: null,
  data_note_result: [],
}

/**
 * A recording whose transcription or separation was cancelled is what it was before: complete, if a task had completed it. Of a summary
 * that was asked for again, the client is to see that it was interrupted.
 */
const withoutCancelledTask = async (ctx: AppContext, task: TaskRecord): Promise<TaskRecord> =>
  task.stage !== 'cancelled' || task.summary_only ? task : ((await latestCompleted(ctx, task.user_id, task.file_id)) ?? task)

/** Returns the code of the step that a cancelled task was in: B§8 has no code for a cancel, so clients see that it was interrupted. */
function interruptedStatus({ summary_only, task_id }: TaskRecord, file: File | undefined): number {
  const isTranscribed = summary_only || file?.extra_data.task_id_info?.['trans_task_id'] === task_id
  return isTranscribed ? TASK_CODES.summaryFailed : TASK_CODES.transcriptionFailed
}
