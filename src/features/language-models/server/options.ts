import type { AppContext } from '#platform/context.ts'
import type { ModelOption } from '../contract.ts'
import { isInner, readServer } from './configuration.ts'
import { DIMENSIONS, type Dimension, optionTextsFor } from './optionTexts.ts'

/** Returns the models that can be chosen, the automatic choice first; nothing else when no model is configured. */
export async function listModelOptions(ctx: AppContext, language = 'en_US'): Promise<ModelOption[]> {
  const server = await readServer(ctx)
  const texts = optionTextsFor(language)
  const auto = { model_name: 'auto', name: texts.auto, isBeta: false }
  if (!server) return [{ ...auto, des: texts.wordsHint, is_inner: true }]
  const is_inner = isInner(server)
  return [
    { ...auto, des: texts.autoHint, is_inner },
    { model_name: server.model, name: server.model, des: is_inner ? texts.inner : texts.outer, isBeta: false, is_inner },
  ]
}

/** Without a language model nothing is worded, and no decisions are recognised. */
const WITHOUT_MODEL: readonly Dimension[] = ['points', 'actions', 'questions', 'chapters']

/** Returns the parts that a summary can have here, named in the language. */
export async function listDimensions(ctx: AppContext, language = 'en_US') {
  const { dimensions } = optionTextsFor(language)
  const offered = (await readServer(ctx)) ? DIMENSIONS : WITHOUT_MODEL
  return offered.map((dimension) => ({ dimension, name: dimensions[dimension], isBeta: false }))
}
