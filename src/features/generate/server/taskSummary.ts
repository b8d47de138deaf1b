import type { Segment } from '#features/files/contract.ts'
import { chooseModel } from '#features/language-models/server.ts'
import { createSummary } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { recommendTemplate, recordTemplateUse } from '#features/templates/server.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { TASK_CODES } from '../contract.ts'
import { codeOf, templateOfTask } from './chosenTemplate.ts'
import type { TaskRecord } from './store.ts'

type Work = {
  readonly segments: readonly Segment[]
  readonly language: string
  readonly signal: AbortSignal
  readonly fence: (tx: AppContext) => Promise<void>
}

export type SummaryFailure = { readonly status: number; readonly msg: string }

/** Writes the text of a task and saves it, or returns why it failed. Rejects when the task has lost its recording or the database. */
export async function writeTaskSummary(ctx: AppContext, task: TaskRecord, work: Work): Promise<SummaryFailure | undefined> {
  const { user_id: userId, file_id: fileId, note_id: noteId } = task
  try {
    const settings = await readSettings(ctx, userId)
    const outputLanguage = task.summary_language ?? settings.summary_language
    const llm = await chooseModel(ctx, {
      userId,
      model: task.model ?? undefined,
      useId: task.task_id,
    })
    const language = outputLanguage ?? work.language
    const template = await templateOfTask(
      ctx,
      { ...task, template: task.template ?? (llm && (await recommend(ctx, task, work))) },
      language,
    )
    if (template && 'refused' in template)
      return { status: codeOf(template.refused), msg: 'the template of the summary cannot be used' }
    const { type, id } = template ?? {}
    await createSummary(ctx, {
      ...{ userId, fileId, noteId, outputLanguage, template, llm },
      ...{ segments: work.segments, language: work.language, signal: work.signal },
      // A person who chose a model gets its text or the reason why there is none.
      requiresLlm: task.model !== null,
      fence: async (tx) => {
        await work.fence(tx)
        if (type && id) await recordTemplateUse(tx, { userId, type, id })
      },
    })
    return undefined
  } catch (error) {
    if (work.signal.aborted || error instanceof NotFound || isDatabaseUnavailable(error)) throw error
    ctx.log.error({ err: error, fileId }, 'a summary failed')
    return describeError(error)
  }
}

/** Returns the template that fits a recording clearly, for a person who leaves the choice to the server. */
const recommend = (ctx: AppContext, { user_id: userId, file_id: fileId }: TaskRecord, { language }: Work) =>
  recommendTemplate(ctx, { userId, fileId, language })

function describeError(error: unknown): SummaryFailure {
  const msg = 'the summary could not be created; the transcript is ready'
  if (!(error instanceof LlmError)) return { status: TASK_CODES.summaryFailed, msg }
  const isRefused = error.kind === 'auth' || error.kind === 'rate-limit'
  return { status: isRefused ? TASK_CODES.modelRefused : TASK_CODES.modelFailed, msg: error.message }
}
