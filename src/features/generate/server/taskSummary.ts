import type { Segment } from '#features/files/contract.ts'
import { openModel } from '#features/language-models/server.ts'
import type { ModelFailureInfo } from '#features/notes/contract.ts'
import { type SummaryTemplate, createSummary } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { recommendTemplate, recordTemplateUse } from '#features/templates/server.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { codeOf, templateOfTask } from './chosenTemplate.ts'
import { type Failure, summaryFailure, usedUpFailure } from './failureCodes.ts'
import type { TaskRecord } from './store.ts'

type Work = {
  readonly segments: readonly Segment[]
  readonly language: string
  readonly signal: AbortSignal
  readonly fence: (tx: AppContext) => Promise<void>
}

/** Writes the text of a task and saves it, or returns why it failed. Rejects when the task has lost its recording or the database. */
export async function writeTaskSummary(ctx: AppContext, task: TaskRecord, work: Work): Promise<Failure | undefined> {
  const { user_id: userId, file_id: fileId, note_id: noteId } = task
  try {
    const settings = await readSettings(ctx, userId)
    const outputLanguage = task.summary_language ?? settings.summary_language
    const language = outputLanguage ?? work.language
    const chosen = await templateOfTask(ctx, task, language)
    if (chosen && 'refused' in chosen)
      return { status: codeOf(chosen.refused), msg: 'the template of the summary cannot be used' }
    // Opened after the template, because opening it counts a use.
    const model = await openModel(ctx, { userId, model: task.model ?? undefined, useId: task.task_id })
    const isUsedUp = 'refused' in model && model.refused !== 'notConfigured'
    if (isUsedUp && task.model !== null) return usedUpFailure(task)
    const llm = 'llm' in model ? model.llm : null
    // A template that the server chose would not have the parts that the user chose.
    const isRecommended = llm !== null && task.dimensions === null
    const template = chosen ?? (isRecommended ? await openRecommended(ctx, task, work, language) : null)
    const { type, id } = template ?? {}
    await createSummary(ctx, {
      userId,
      fileId,
      noteId,
      outputLanguage,
      template,
      llm,
      modelFailure: limitFailure(model),
      segments: work.segments,
      language: work.language,
      signal: work.signal,
      memo: task.memo,
      dimensions: task.dimensions,
      requested: { template: task.template, model: task.model },
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
    return summaryFailure(error)
  }
}

/** Returns why a model that is set up is not used. */
export const limitFailure = (model: Awaited<ReturnType<typeof openModel>>): ModelFailureInfo | undefined =>
  'model' in model
    ? { model: model.model, failure: model.refused === 'personLimit' ? 'person-limit' : 'server-limit' }
    : undefined

/** Returns the template that clearly fits a recording, for a person who leaves the choice to the server, or null. */
async function openRecommended(ctx: AppContext, task: TaskRecord, work: Work, language: string): Promise<SummaryTemplate | null> {
  const { user_id: userId, file_id: fileId } = task
  const recommended = await recommendTemplate(ctx, { userId, fileId, language: work.language })
  const template = await templateOfTask(ctx, { ...task, template: recommended }, language)
  return template && 'refused' in template ? null : template
}
