import { newId } from '#shared/newId.ts'
import { readFullFiles } from '#features/files/server.ts'
import { openModel, toModelFailure } from '#features/language-models/server.ts'
import { admitFeatureUse, hasRight } from '#features/membership/server.ts'
import type { ModelFailureInfo, SummaryForm, TryProgress } from '#features/notes/contract.ts'
import { parseTemplate, writeSummary, type SummaryTemplate } from '#features/notes/server.ts'
import { readSettings } from '#features/profile/server.ts'
import { hasWords } from '#features/transcription/rules.ts'
import { languageOfTranscript } from '#features/transcription/server.ts'
import { minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { LlmError } from '#platform/llm/llm.ts'
import { type TemplateRefusal, openTemplate } from './chosenTemplate.ts'
import { parseChosenTemplate } from './taskInfo.ts'
import { limitFailure } from './taskSummary.ts'

type Trial = {
  readonly file_id: string
  readonly template_id?: string | null | undefined
  readonly type?: string | null | undefined
  /** The text of a template that is not saved, with its name. */
  readonly name?: string | null | undefined
  readonly content?: string | null | undefined
}

export type TrialResult = { readonly markdown: string; readonly form: SummaryForm }
export type TrialRefusal =
  | { readonly refused: 'noTranscript' | 'noTemplate' | TemplateRefusal }
  | { readonly refused: 'modelFailed'; readonly modelFailure: ModelFailureInfo }

const TIMEOUT = minutes(5)

type TrialOptions = {
  /** Ends the calls of the language model. */
  readonly signal: AbortSignal
  /** Called while a language model writes. */
  readonly onProgress: (progress: TryProgress) => void
}

/**
 * Runs a template on a recording without saving anything. It uses no minutes. A language model that fails is named, because quotes
 * instead of its text would say nothing about the template. Rejects with NotFound.
 */
export async function runTrial(
  ctx: AppContext,
  userId: string,
  trial: Trial,
  { signal, onProgress }: TrialOptions,
): Promise<TrialResult | TrialRefusal> {
  const [file] = await readFullFiles(ctx, userId, [trial.file_id])
  if (!file) throw new NotFound()
  const segments = file.trans_result ?? []
  if (!hasWords(segments)) return { refused: 'noTranscript' }
  const { summary_language: outputLanguage } = await readSettings(ctx, userId)
  const language = languageOfTranscript(segments, file.extra_data.tranConfig?.language)
  const template = await readTried(ctx, userId, trial, outputLanguage ?? language)
  if ('refused' in template) return template
  const model = await openModel(ctx, { userId, model: undefined })
  const llm = 'llm' in model ? model.llm : null
  try {
    const { result } = await writeSummary(ctx, {
      userId,
      fileId: trial.file_id,
      segments,
      language,
      outputLanguage,
      template,
      llm,
      modelFailure: limitFailure(model),
      requiresLlm: true,
      onProgress,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    })
    return { markdown: result.markdown, form: result.form! }
  } catch (error) {
    if (error instanceof LlmError && llm)
      return { refused: 'modelFailed', modelFailure: { model: llm.id, failure: toModelFailure(error) } }
    throw error
  }
}

async function readTried(
  ctx: AppContext,
  userId: string,
  { file_id, template_id, type, name, content }: Trial,
  language: string,
): Promise<SummaryTemplate | Exclude<TrialRefusal, { refused: 'modelFailed' }>> {
  if (content) {
    if (!(await hasRight(ctx, userId, 'custom_templates'))) return { refused: 'noCustomTemplates' }
    return parseTemplate({ id: template_id || newId(ctx.clock.now()), type: 'custom', name: name || '', content })
  }
  const template = parseChosenTemplate(template_id, type)
  if (!template) return { refused: 'noTemplate' }
  const ref = [file_id, 'try', template.id].join(':')
  const canUseLocked = () => ctx.transaction((tx) => admitFeatureUse(tx, userId, 'templates_pro', ref))
  return openTemplate(ctx, { userId, template, language, canUseLocked })
}
