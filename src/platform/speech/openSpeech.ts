import { join } from 'node:path'
import { minutes } from '#shared/units.ts'
import type { Config } from '#platform/config/config.ts'
import type { SpeechModels } from './models/chooseModel.ts'
import { openModelStore, type ModelStore } from './models/modelStore.ts'
import { bundledModelsDir, createSpeakersRunner, openSpeechEngine } from './engine.ts'
import { httpSpeech } from './http/httpSpeech.ts'
import { createSpeechRunner, type RunnerOptions, type SpeechLog } from './process/speechRunner.ts'
import type { SpeechEngine } from './speech.ts'

type SpeechConfig = Pick<Config, 'models' | 'dataDir' | 'speechThreads' | 'speechServer'>

/** Returns the speech models of this installation: those in the data folder, downloaded from EARSHOT_MODELS or their makers. */
export const openConfiguredModels = ({ models, dataDir }: Pick<Config, 'models' | 'dataDir'>): ModelStore =>
  openModelStore({ dir: join(dataDir, 'models'), mirror: models })

/** Returns the engine of this installation: the configured server, otherwise this machine with its installed models. */
export const openConfiguredSpeech = (config: SpeechConfig, models: SpeechModels, log?: SpeechLog): SpeechEngine =>
  openEngine(config, models, { threads: config.speechThreads, ...(log && { log }) })

/**
 * Returns the engine for live words. It uses half of the threads, so that transcriptions continue alongside, and its process ends
 * soon after the last word.
 */
export function openConfiguredLiveSpeech(config: SpeechConfig, models: SpeechModels, log?: SpeechLog): SpeechEngine {
  const threads = Math.max(1, Math.floor(config.speechThreads / 2))
  return openEngine(config, models, { threads, idle: minutes(1), ...(log && { log }) })
}

function openEngine(config: SpeechConfig, models: SpeechModels, runnerOptions: RunnerOptions): SpeechEngine {
  const options = { ...runnerOptions, modelsDir: bundledDir(config) }
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
