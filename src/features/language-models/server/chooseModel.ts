import type { AppContext } from '#platform/context.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { type ConfiguredModel, readDefaultModel, readModels, withContextTokens } from './configuration.ts'
import { openWithShape } from './learnedShapes.ts'
import { limitRequests, reserveUse, type Use } from './limits.ts'

export type ModelChoice = {
  readonly userId: string
  /**
   * The `model_name` of the request. `auto`, none, and a model that is no longer offered select the default, so that a stored
   * choice never fails.
   */
  readonly model: string | undefined
  /** What the model is used for. A summary by default. */
  readonly purpose?: Use['purpose']
  /** Uses with the same id count once, such as a task that may be retried. */
  readonly useId?: string
}

/**
 * Returns the language model for one summary, note or question, and counts the use. Null when none is configured or the limits of
 * the day are reached. Requests of the returned model wait while too many run. Must not run in a transaction.
 */
export async function chooseModel(ctx: AppContext, choice: ModelChoice): Promise<Llm | null> {
  const opened = await openModel(ctx, choice)
  return 'llm' in opened ? opened.llm : null
}

type OpenedModel =
  | { readonly llm: Llm }
  | { readonly refused: 'notConfigured' }
  /** The daily limits are reached. */
  | { readonly refused: 'personLimit' | 'serverLimit'; readonly model: string }

/** Like `chooseModel`, but returns why there is no model. */
export async function openModel(
  ctx: AppContext,
  { userId, model: modelName, purpose = 'summary', useId }: ModelChoice,
): Promise<OpenedModel> {
  const models = await readModels(ctx)
  const model = models.find((each) => each.modelName === modelName) ?? models[0]
  if (!model) return { refused: 'notConfigured' }
  const reserved = await reserveUse(ctx, { userId, purpose, useId })
  if ('refused' in reserved) return { ...reserved, model: model.name }
  return { llm: limitRequests(ctx, await openConfigured(ctx, model), userId) }
}

/**
 * Returns the default language model for work of the server itself, such as translating templates, which does not count as a use.
 */
export async function openServerModel(ctx: AppContext): Promise<Llm | null> {
  const model = await readDefaultModel(ctx)
  return model && (await openConfigured(ctx, model))
}

/** Its texts and errors name the model as users know it. */
async function openConfigured(ctx: AppContext, configured: ConfiguredModel): Promise<Llm> {
  const llm = await openWithShape(ctx, await withContextTokens(ctx, configured, { loadsModel: true }))
  const { name, model } = configured
  return name === model
    ? llm
    : { id: name, contextTokens: llm.contextTokens, generate: async (request) => await llm.generate(request) }
}

/** Returns whether this server has a language model. */
export const hasModel = async (ctx: AppContext): Promise<boolean> => (await readDefaultModel(ctx)) !== null
