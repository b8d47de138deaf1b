import { seconds, type Millis } from '#shared/units.ts'
import { whisperLanguages } from './languages.ts'
import { chooseModel, findBetterModel, type SpeechModels } from './models/chooseModel.ts'
import type { InstalledModel } from './process/childMessages.ts'
import { createSpeechRunner, type RunnerOptions, type SpeechRunner } from './process/speechRunner.ts'
import { SpeechError, type SpeechEngine, type TranscribeOptions } from './speech.ts'
import { readTwice } from './readTwice.ts'

export { bundledModelsDir } from './process/speechRunner.ts'

/** Options of the engine, all optional. */
export type EngineOptions = RunnerOptions & {
  /** The models installed in addition to Whisper base. None by default. */
  readonly models?: SpeechModels
}

/**
 * Runs Whisper base, the installed models and Silero in one separate process and the speaker networks in another. Each runs one job
 * at a time. For each recording the best installed model for its language is used (`chooseModel`).
 */
export function openSpeechEngine(options: EngineOptions = {}): SpeechEngine {
  return createLocalEngine(createSpeechRunner(options), { speakersRunner: createSpeakersRunner(options), models: options.models })
}

/**
 * Returns the runner for speaker separation, which runs alongside transcriptions. Its process ends soon after use, because it takes
 * up to 0.8 GB.
 */
export const createSpeakersRunner = (options: RunnerOptions): SpeechRunner =>
  createSpeechRunner({ ...options, idle: seconds(10) })

type LocalEngineOptions = { readonly speakersRunner: SpeechRunner; readonly models?: SpeechModels | undefined }

/** Returns an engine that uses a runner, which may be shared with other engines. */
export function createLocalEngine(runner: SpeechRunner, { speakersRunner, models = noModels }: LocalEngineOptions): SpeechEngine {
  const run = async (pcm: AsyncIterable<Float32Array>, plan: TranscriptionPlan, options: TranscribeOptions) => {
    const { glossary, translate, live, resumeAt = 0 } = options
    const { language, isStopped } = await runner.run(
      pcm,
      { task: 'transcribe', glossary, translate, live, resumeAt, ...plan },
      options,
    )
    return { language, isStopped }
  }
  const transcribe: SpeechEngine['transcribe'] = async (pcm, options) => {
    const { models: added, preferred } = await models.read()
    // Only Whisper base translates, and live words need its speed if it supports the language.
    const needsBase = options.live && whisperLanguages.includes(options.language ?? 'en')
    const installed = { preferred, models: options.translate || needsBase ? [] : added }
    if (options.language !== undefined) return await run(pcm, planFor(options.language, installed), options)
    if (installed.models.length === 0) return await run(pcm, {}, options)
    // The best model depends on the language, so the language is detected first. The model then reads the same audio again.
    const { head, whole } = readTwice(pcm, MAX_DETECTION)
    const { language } = await runner.run(head, { task: 'detect-language' }, detectionOptions(options))
    return await run(whole, language === '' ? {} : autoPlan(language, installed), options)
  }
  const diarize: SpeechEngine['diarize'] = async (pcm, { atMost, ...options }) =>
    (await speakersRunner.run(pcm, { task: 'diarize', atMost }, options)).diarization
  const close = async () => void (await Promise.all([runner.close(), speakersRunner.close()]))
  return { id: 'earshot', capabilities, transcribe, diarize, close }
}

/** How a recording is transcribed: `model` defaults to Whisper base; without `language`, it is detected. */
type TranscriptionPlan = { readonly language?: string; readonly model?: InstalledModel }

/** The capabilities of Whisper base. An installed model may lack some, and supports other languages. */
const capabilities = {
  languages: whisperLanguages,
  words: 'exact',
  glossary: true,
  translate: true,
  confidence: true,
} as const

const noModels: SpeechModels = { read: async () => ({ models: [], preferred: null }) }

/** Audio in which the language is searched. It is kept in memory: 64 KB per second. */
const MAX_DETECTION: Millis = 300_000

/** Detection reports neither windows nor progress. */
const detectionOptions = ({ signal, label = '' }: TranscribeOptions) => ({ signal, label })

/** Throws SpeechError 'language' when no installed model supports the language. */
function planFor(language: string, installed: Awaited<ReturnType<SpeechModels['read']>>): TranscriptionPlan {
  const choice = chooseModel(language, installed)
  if (!choice) {
    const able = findBetterModel(language, undefined)
    const hint = able ? ` ${able.name} does.` : ''
    throw new SpeechError('language', `No installed speech model supports the language "${language}".${hint}`)
  }
  const { model, dir, language: code } = choice
  return dir === null ? { language: code } : { language: code, model: { id: model.id, dir } }
}

/**
 * Returns the plan for a detected language. A model that detects languages itself keeps doing so, for recordings that switch
 * languages.
 */
function autoPlan(language: string, installed: Awaited<ReturnType<SpeechModels['read']>>): TranscriptionPlan {
  const choice = chooseModel(language, installed)
  if (!choice || choice.dir === null) return {}
  const plan = planFor(language, installed)
  return choice.model.family === 'whisper' && plan.model ? { model: plan.model } : plan
}
