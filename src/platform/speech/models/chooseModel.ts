import { CATALOGUE, type CatalogueModel } from './catalogue.ts'

/** An installed model. `dir` is its folder; null for the bundled one. */
export type AvailableModel = { readonly model: CatalogueModel; readonly dir: string | null }

/** The installed models except the bundled one, and the id of the model that the operator prefers. */
export type InstalledModels = { readonly models: readonly AvailableModel[]; readonly preferred: string | null }

/** Reads the installed models. Called for each recording, because they change while the server runs. */
export type SpeechModels = { read: () => Promise<InstalledModels> }

/** Languages that a model of another language can transcribe with errors: Cantonese as Chinese. */
const FALLBACKS: Readonly<Record<string, string>> = { yue: 'zh' }

/** The model for a recording and the code of its language for that model. */
export type ModelChoice = AvailableModel & { readonly language: string }

/**
 * Returns the model for a language: the one the operator prefers, otherwise the most accurate installed one. Undefined when no
 * installed model supports the language or a close one.
 */
export function chooseModel(language: string, { models, preferred }: InstalledModels): ModelChoice | undefined {
  const available: AvailableModel[] = [...bundledModels, ...models]
  for (const code of candidateCodes(language)) {
    const able = available.filter(({ model }) => model.languages.includes(code))
    const best = able.find(({ model }) => model.id === preferred) ?? mostAccurate(able)
    if (best) return { ...best, language: code }
  }
  return undefined
}

/** Returns the most accurate model of the catalogue for a language if it is better than the choice, otherwise undefined. */
export function findBetterModel(language: string, choice: ModelChoice | undefined): CatalogueModel | undefined {
  const knowing = CATALOGUE.filter((model) => model.languages.includes(language))
  const best = mostAccurate(knowing.map((model) => ({ model })))?.model
  if (!best || best.isBundled) return undefined
  const isBetter = !choice || choice.language !== language || best.accuracy > choice.model.accuracy
  return isBetter ? best : undefined
}

const bundledModels: readonly AvailableModel[] = CATALOGUE.filter(({ isBundled }) => isBundled).map((model) => ({ model, dir: null }))

const candidateCodes = (language: string): string[] => [language, ...(FALLBACKS[language] ? [FALLBACKS[language]] : [])]

function mostAccurate<T extends { readonly model: CatalogueModel }>(models: readonly T[]): T | undefined {
  return models.toSorted((a, b) => b.model.accuracy - a.model.accuracy)[0]
}
