import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { CatalogueModel, ModelFamily } from '../models/catalogue.ts'
import { requireModelFile } from '../models/modelFiles.ts'
import { SpeechError } from '../speech.ts'
import { moonshineTokens } from './moonshineTokens.ts'

/** The result of sherpa-onnx. `timestamps` and `durations` are in seconds per token, or empty. */
export type SherpaResult = {
  readonly text: string
  readonly lang: string
  readonly tokens: readonly string[]
  readonly timestamps: readonly number[]
  readonly durations: readonly number[]
}

/** A model of sherpa-onnx in this process. */
export type SherpaRecognizer = {
  /** Recognizes one window. `language` is a code of the model, or undefined to detect it where the model can. */
  recognize: (pcm: Float32Array, language: string | undefined) => Promise<SherpaResult>
}

/** Types for the part of the package that is used, which has none. */
type Sherpa = { readonly OfflineRecognizer: { createAsync: (config: object) => Promise<NativeRecognizer> } }
type NativeRecognizer = {
  createStream: () => { acceptWaveform: (audio: { samples: Float32Array; sampleRate: number }) => void }
  decodeAsync: (stream: object) => Promise<SherpaResult>
  setConfig: (config: object) => void
}

/** A shorter window crashes the native code. */
const MIN_SAMPLES = SPEECH_SAMPLE_RATE / 10

/**
 * Checks and loads a model. Throws SpeechError 'model-missing' or 'model-damaged', or 'unavailable' when sherpa-onnx has no binary
 * for this machine.
 */
export async function loadSherpaRecognizer(
  model: CatalogueModel,
  { modelDir, threads }: { modelDir: string; threads: number },
): Promise<SherpaRecognizer> {
  const sherpa = requireSherpa(model.name)
  const paths: Record<string, string> = {}
  for (const file of model.files) paths[file.path] = await requireModelFile(modelDir, file)
  const tokensDir = await mkdtemp(join(tmpdir(), 'earshot-tokens-'))
  try {
    const configFor = await createConfig[model.family as SherpaFamily](paths, tokensDir)
    const toConfig = (language: string | undefined) => ({
      featConfig: { sampleRate: SPEECH_SAMPLE_RATE, featureDim: 80 },
      modelConfig: { ...configFor(language), numThreads: threads, provider: 'cpu', debug: 0 },
    })
    const native = await sherpa.OfflineRecognizer.createAsync(toConfig(undefined))
    return createRecognizer(native, toConfig, model.family)
  } finally {
    await rm(tokensDir, { recursive: true, force: true })
  }
}

/** Returns whether sherpa-onnx has a binary for this machine, without loading it. */
export function isSherpaAvailable(): boolean {
  try {
    const { resolve } = createRequire(import.meta.url)
    const platform = process.platform === 'win32' ? 'win' : process.platform
    return Boolean(resolve('sherpa-onnx-node') && resolve(`sherpa-onnx-${platform}-${process.arch}/package.json`))
  } catch {
    return false
  }
}

function requireSherpa(name: string): Sherpa {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa
  } catch (error) {
    throw new SpeechError(
      'unavailable',
      `${name} is not available on this machine: sherpa-onnx has no program for ${process.platform} on ${process.arch}.`,
      error,
    )
  }
}

function createRecognizer(
  native: NativeRecognizer,
  toConfig: (language: string | undefined) => object,
  family: ModelFamily,
): SherpaRecognizer {
  const takesLanguage = family === 'whisper' || family === 'sense-voice'
  let current: string | undefined
  return {
    recognize: async (pcm, language) => {
      if (pcm.length < MIN_SAMPLES) return { text: '', lang: '', tokens: [], timestamps: [], durations: [] }
      if (takesLanguage && language !== current) {
        native.setConfig(toConfig(language))
        current = language
      }
      const stream = native.createStream()
      stream.acceptWaveform({ samples: pcm, sampleRate: SPEECH_SAMPLE_RATE })
      return await native.decodeAsync(stream)
    },
  }
}

type SherpaFamily = Exclude<ModelFamily, 'whisper-base'>
type Paths = Readonly<Record<string, string>>

/** Returns the model part of the configuration by family, for a language or undefined to detect it. */
const createConfig: Record<SherpaFamily, (paths: Paths, tokensDir: string) => Promise<(language: string | undefined) => object>> =
  {
    moonshine: async (paths, tokensDir) => {
      const tokens = join(tokensDir, 'tokens.txt')
      await writeFile(tokens, moonshineTokens(await readFile(paths['tokenizer.bin'] ?? '')))
      const moonshine = { encoder: paths['encoder_model.ort'], mergedDecoder: paths['decoder_model_merged.ort'] }
      return () => ({ moonshine, tokens })
    },
    whisper: async (paths) => (language) => ({
      // The language for a multilingual Whisper. An unknown code would end the process, so callers pass only known ones.
      whisper: {
        encoder: pathWith(paths, 'encoder'),
        decoder: pathWith(paths, 'decoder'),
        language: language ?? '',
        task: 'transcribe',
      },
      tokens: pathWith(paths, 'tokens'),
    }),
    transducer: async (paths) => () => ({
      transducer: { encoder: pathWith(paths, 'encoder'), decoder: pathWith(paths, 'decoder'), joiner: pathWith(paths, 'joiner') },
      tokens: pathWith(paths, 'tokens'),
      modelType: 'nemo_transducer',
    }),
    'sense-voice': async (paths) => (language) => ({
      senseVoice: { model: pathWith(paths, 'model'), language: language ?? 'auto', useInverseTextNormalization: 1 },
      tokens: pathWith(paths, 'tokens'),
    }),
    omnilingual: async (paths) => () => ({ omnilingual: { model: pathWith(paths, 'model') }, tokens: pathWith(paths, 'tokens') }),
  }

const pathWith = (paths: Paths, part: string): string | undefined =>
  paths[Object.keys(paths).find((name) => name.includes(part)) ?? '']
