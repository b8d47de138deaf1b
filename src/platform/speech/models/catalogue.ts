import type { Bytes } from '#shared/units.ts'
import { whisperLanguages } from '../languages.ts'
import { sileroFile, whisperFiles, type ModelFile } from './modelFiles.ts'

/** How a model is run. `whisper-base` is our own decoder; the others run in sherpa-onnx. */
export type ModelFamily = 'whisper-base' | 'moonshine' | 'whisper' | 'transducer' | 'sense-voice' | 'omnilingual'

/** A file of a model with its path in the folder of the model, and the URLs it is loaded from, tried in order. */
export type DownloadableFile = ModelFile & { readonly sources: readonly string[] }

/** A speech model that can be installed. Only models with known checksums are listed, because others could not be verified. */
export type CatalogueModel = {
  readonly id: string
  /** A proper name, the same in all languages. */
  readonly name: string
  readonly family: ModelFamily
  /** Language codes as in `whisperLanguages`, and others. */
  readonly languages: readonly string[]
  readonly words: 'exact' | 'estimated'
  readonly licence: string
  /** Who made the model, as its licence requires. */
  readonly maker: string
  readonly files: readonly DownloadableFile[]
  /** Of two models for a language, the one with the higher number makes fewer errors. */
  readonly accuracy: number
  /** Speed on a CPU relative to Whisper base, estimated from published figures. Replaced by the speed measured on this machine. */
  readonly relativeSpeed: number
  /** Part of the installation: cannot be added or removed. */
  readonly isBundled?: true
}

const MOONSHINE = 'https://download.moonshine.ai/model/tiny-en/quantized/tiny-en'
const SHERPA_MODELS = 'https://huggingface.co/csukuangfj'
const WHISPER_SMALL = `${SHERPA_MODELS}/sherpa-onnx-whisper-small/resolve/main`
const WHISPER_TURBO = `${SHERPA_MODELS}/sherpa-onnx-whisper-turbo/resolve/2ca6ff69fc878651b770880507669577ac41c2ff`
const PARAKEET = `${SHERPA_MODELS}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8/resolve/2bda32ec70b097a55adaa07d9a7173915b43cc78`
const SENSE_VOICE = `${SHERPA_MODELS}/sherpa-onnx-sense-voice-zh-en-ja-ko-yue-2024-07-17/resolve/2365baeacb507f821a0c8120fcee3d484dba7a07`
const OMNILINGUAL = `${SHERPA_MODELS}/sherpa-onnx-omnilingual-asr-1600-languages-300M-ctc-int8-2025-11-12/resolve/6abf1ece20cd2308bdb7d13cd78ec1c44fa4c094`

/** The token file that all multilingual Whisper models share. */
const WHISPER_TOKENS_SHA256 = 'b34b360dbb493e781e479794586d661700670d65564001f23024971d1f2fa126'

/** Returns a file that has the same name at each of its sources. */
function file(path: string, bytes: Bytes, sha256: string, ...folders: string[]): DownloadableFile {
  return { path, bytes, sha256, sources: folders.map((folder) => `${folder}/${path}`) }
}

/** The 25 European languages of Parakeet. */
const PARAKEET_LANGUAGES = 'bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk'.split(' ')
/** Languages of the product that Whisper lacks, or for which Whisper base is nearly useless. */
const OMNILINGUAL_LANGUAGES = (
  'ceb ckb ga ig ky lg ny or rw ug xh zu ' +
  'am as ba gu ha km kn ln lo mg ml mn mr my ne pa ps sd si sn so sw ta te tg tt uz yo'
).split(' ')

/** All models, the bundled one first. */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    id: 'whisper-base',
    name: 'Whisper base',
    family: 'whisper-base',
    languages: whisperLanguages,
    words: 'exact',
    licence: 'MIT',
    maker: 'OpenAI',
    files: [...Object.values(whisperFiles), sileroFile].map((bundled) => ({ ...bundled, sources: [] })),
    accuracy: 2,
    relativeSpeed: 1,
    isBundled: true,
  },
  {
    id: 'moonshine-tiny-en',
    name: 'Moonshine tiny',
    family: 'moonshine',
    languages: ['en'],
    words: 'estimated',
    licence: 'MIT',
    maker: 'Moonshine AI',
    files: [
      file('encoder_model.ort', 13_281_600, '94e90a4654fc45cdfedb77c4c08e1739f48862998e58fada384b25118134f221', MOONSHINE),
      file('decoder_model_merged.ort', 30_412_256, 'cf524c4862d36e9e5ab032eddc73637efd822d70e868ac575cf1a46e1e4708a0', MOONSHINE),
      file('tokenizer.bin', 249_974, '6884b35fd6377d4c4d32336a0bc152f36b64d1e45b6503683cdc238250a8472d', MOONSHINE),
    ],
    accuracy: 1,
    relativeSpeed: 2.2,
  },
  {
    id: 'sense-voice',
    name: 'SenseVoice',
    family: 'sense-voice',
    languages: ['zh', 'yue', 'ja', 'ko', 'en'],
    words: 'exact',
    licence: 'FunASR Model License 1.1',
    maker: 'Alibaba (FunASR)',
    files: [
      file('model.int8.onnx', 239_233_841, 'c71f0ce00bec95b07744e116345e33d8cbbe08cef896382cf907bf4b51a2cd51', SENSE_VOICE),
      file('tokens.txt', 315_894, 'f449eb28dc567533d7fa59be34e2abca8784f771850c78a47fb731a31429a1dc', SENSE_VOICE),
    ],
    accuracy: 5,
    relativeSpeed: 1.5,
  },
  {
    id: 'omnilingual-300m',
    name: 'Omnilingual 300M',
    family: 'omnilingual',
    languages: OMNILINGUAL_LANGUAGES,
    words: 'exact',
    licence: 'Apache-2.0',
    maker: 'Meta',
    files: [
      file('model.int8.onnx', 365_352_120, 'e7c4e54ee4c4c47829cc6667d5d00ed8ea7bef1dcfeef0fce766f77752a2726c', OMNILINGUAL),
      file('tokens.txt', 86_423, 'a7a044c52cb29cbe8b0dc1953e92cefd4ca16b0ed968177b6beab21f9a7d0b31', OMNILINGUAL),
    ],
    accuracy: 3,
    relativeSpeed: 0.6,
  },
  {
    id: 'whisper-small',
    name: 'Whisper small',
    family: 'whisper',
    languages: whisperLanguages,
    words: 'estimated',
    licence: 'MIT',
    maker: 'OpenAI',
    files: [
      file('small-encoder.int8.onnx', 112_442_483, '4cbe7b22fa9026b843b60a68640c747de05bafb1a11b57edc0e66c232d9f33a9', WHISPER_SMALL),
      file('small-decoder.int8.onnx', 262_226_114, 'acad50b5c782696e91b55914cc5ab4f756f1532f76e22aa6fc615f39fb69a8ee', WHISPER_SMALL),
      file('small-tokens.txt', 816_730, WHISPER_TOKENS_SHA256, WHISPER_SMALL),
    ],
    accuracy: 4,
    relativeSpeed: 0.3,
  },
  {
    id: 'parakeet-v3',
    name: 'Parakeet v3',
    family: 'transducer',
    languages: PARAKEET_LANGUAGES,
    words: 'exact',
    licence: 'CC BY 4.0',
    maker: 'NVIDIA',
    files: [
      file('encoder.int8.onnx', 652_184_281, 'acfc2b4456377e15d04f0243af540b7fe7c992f8d898d751cf134c3a55fd2247', PARAKEET),
      file('decoder.int8.onnx', 11_845_275, '179e50c43d1a9de79c8a24149a2f9bac6eb5981823f2a2ed88d655b24248db4e', PARAKEET),
      file('joiner.int8.onnx', 6_355_277, '3164c13fc2821009440d20fcb5fdc78bff28b4db2f8d0f0b329101719c0948b3', PARAKEET),
      file('tokens.txt', 93_939, 'd58544679ea4bc6ac563d1f545eb7d474bd6cfa467f0a6e2c1dc1c7d37e3c35d', PARAKEET),
    ],
    accuracy: 7,
    relativeSpeed: 0.6,
  },
  {
    id: 'whisper-large-v3-turbo',
    name: 'Whisper large v3 turbo',
    family: 'whisper',
    languages: [...whisperLanguages, 'yue'],
    words: 'estimated',
    licence: 'MIT',
    maker: 'OpenAI',
    files: [
      file('turbo-encoder.int8.onnx', 674_716_297, 'b02dcdf54f348741e93fe732b67d933c8dcb6735655f710640143081db38878b', WHISPER_TURBO),
      file('turbo-decoder.int8.onnx', 361_080_764, '20accd02388482eb3a46bd615631adfdc85e1eb2c7db9ea3f02a40ffe6b81547', WHISPER_TURBO),
      file('turbo-tokens.txt', 816_730, WHISPER_TOKENS_SHA256, WHISPER_TURBO),
    ],
    accuracy: 6,
    relativeSpeed: 0.05,
  },
]

/** Returns the model with this id, or undefined. */
export const findModel = (id: string): CatalogueModel | undefined => CATALOGUE.find((model) => model.id === id)

/** Returns the size of all files of a model. */
export const modelBytes = ({ files }: Pick<CatalogueModel, 'files'>): Bytes => files.reduce((sum, { bytes }) => sum + bytes, 0)
