import type { AppContext } from '#platform/context.ts'
import { fillText } from '#platform/text/serverTexts.ts'
import type { ModelOption } from '../contract.ts'
import { isInner, readDefaultModel, readModels } from './configuration.ts'
import { AUTO_MODEL } from './uniqueName.ts'
import { DIMENSIONS, type Dimension, optionTextsFor } from './optionTexts.ts'

/** Returns the selectable models, the automatic choice first; only that one when no model is configured. */
export async function listModelOptions(ctx: AppContext, language = 'en_US'): Promise<ModelOption[]> {
  const models = await readModels(ctx)
  const texts = optionTextsFor(language)
  const auto = { model_name: AUTO_MODEL, name: texts.auto, isBeta: false }
  const [first] = models
  if (!first) return [{ ...auto, des: texts.wordsHint, is_inner: true }]
  const options = models.map((model): ModelOption => {
    const is_inner = isInner(model)
    const where = is_inner ? texts.inner : texts.outer
    const des = model.description ? `${model.description} · ${where}` : where
    return { model_name: model.modelName, name: model.name, des, isBeta: model.isBeta, is_inner }
  })
  return [{ ...auto, des: fillText(texts.autoHint, { name: first.name }), is_inner: isInner(first) }, ...options]
}

/** The parts of a summary without a language model: nothing is reworded, and no decisions are recognised. */
const WITHOUT_MODEL: readonly Dimension[] = ['points', 'actions', 'questions', 'chapters']

/** Returns the parts that a summary can have on this server, with names in the language. */
export async function listDimensions(ctx: AppContext, language = 'en_US') {
  const { dimensions } = optionTextsFor(language)
  const offered = (await readDefaultModel(ctx)) ? DIMENSIONS : WITHOUT_MODEL
  return offered.map((dimension) => ({ dimension, name: dimensions[dimension], isBeta: false }))
}
