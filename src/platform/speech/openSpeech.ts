import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import type { SpeechModels } from './models/chooseModel.ts'
import { openModelStore, type ModelStore } from './models/modelStore.ts'
import { bundledModelsDir, createSpeakersRunner, openSpeechEngine } from './engine.ts'
import { httpSpeech } from './http/httpSpeech.ts'
import { createSpeechRunner, type SpeechLog } from './process/speechRunner.ts'
import type { SpeechEngine } from './speech.ts'

type SpeechConfig = Pick<Config, 'models' | 'dataDir' | 'speechThreads' | 'speechServer'>

/** Returns the speech models of this installation: those in the data folder, loaded from EARSHOT_MODELS or their makers. */
export const openConfiguredModels = ({ models, dataDir }: Pick<Config, 'models' | 'dataDir'>): ModelStore =>
  openModelStore({ dir: join(dataDir, 'models'), mirror: models })

/** Returns the engine of this installation: the configured server, else this machine with its installed models. */
export function openConfiguredSpeech(config: SpeechConfig, models: SpeechModels, log?: SpeechLog): SpeechEngine {
  const options = { modelsDir: bundledDir(config), threads: config.speechThreads, ...(log && { log }) }
  if (config.speechServer === null) return openSpeechEngine({ ...options, models })
  return httpSpeech({
    server: config.speechServer,
    runner: createSpeechRunner(options),
    speakersRunner: createSpeakersRunner(options),
  })
}

/** A folder in EARSHOT_MODELS replaces the bundled models; a mirror does not. */
export const bundledDir = ({ models }: Pick<Config, 'models'>): string =>
  models === null || /^https?:/.test(models) ? bundledModelsDir : models
