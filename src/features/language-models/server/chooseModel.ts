import type { AppContext } from '#platform/context.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { readServer, withContextTokens } from './configuration.ts'
import { openWithShape } from './learnedShapes.ts'
import { limitRequests, reserveUse, type Use } from './limits.ts'

export type ModelChoice = {
  readonly userId: string
  /**
   * The `model_name` of the request. `auto`, none, and a model that is no longer offered are the operator's: a remembered choice must
   * not fail.
   */
  readonly model: string | undefined
  /** What the model is used for. A summary by default. */
  readonly purpose?: Use['purpose']
  /** Counts the use once, for example the id of a task that may be retried. */
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
  /** The limits of the day are reached. */
  | { readonly refused: 'personLimit' | 'serverLimit'; readonly model: string }

/** Like `chooseModel`, and says why there is no model. */
export async function openModel(ctx: AppContext, { userId, purpose = 'summary', useId }: ModelChoice): Promise<OpenedModel> {
  const server = await readServer(ctx)
  if (!server) return { refused: 'notConfigured' }
  const reserved = await reserveUse(ctx, { userId, purpose, useId })
  if ('refused' in reserved) return { ...reserved, model: server.model }
  return { llm: limitRequests(ctx, await openWithShape(ctx, await withContextTokens(ctx, server, { loadsModel: true })), userId) }
}

/** Returns the language model for work of the server itself, such as translating templates, which counts for no one. */
export async function openServerModel(ctx: AppContext): Promise<Llm | null> {
  const server = await readServer(ctx)
  return server && (await openWithShape(ctx, await withContextTokens(ctx, server, { loadsModel: true })))
}

/** Returns whether this server has a language model. */
export const hasModel = async (ctx: AppContext): Promise<boolean> => (await readServer(ctx)) !== null
