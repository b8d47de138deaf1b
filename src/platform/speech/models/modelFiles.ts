import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Bytes } from '#shared/units.ts'
import { SpeechError } from '../speech.ts'

/** A model file: its path below the models directory, its size and its checksum. */
export type ModelFile = { readonly path: string; readonly bytes: Bytes; readonly sha256: string }

/** Whisper base with 7-bit weights. `models/README.md` says how each file was made. */
export const whisperFiles = {
  encoder: {
    path: 'whisper-base/encoder.int8.onnx',
    bytes: 29_089_683,
    sha256: 'b45ac9ba274fb39f19f8a18e33e75c4ac179ef3a257b4090a455f7424e47e88e',
  },
  decoder: {
    path: 'whisper-base/decoder.int8.onnx',
    bytes: 51_522_287,
    sha256: '0f55b7f0f6e4fef4af786d08a0d3e449226ed1a2c4041d091058e3c2f517d525',
  },
  tokens: {
    path: 'whisper-base/tokens.txt',
    bytes: 816_729,
    sha256: 'f8ce6dba8329323e26218dc08e4b79a44f425420bb580dbab9784ce0f47f123e',
  },
  meta: {
    path: 'whisper-base/meta.json',
    bytes: 1961,
    sha256: '880fdcf437c407e63eff976f34d91f465c1b2290bf082e926c4e79780c73e6c0',
  },
} as const satisfies Record<string, ModelFile>

/** Silero's voice activity detector, version 5. */
export const sileroFile = {
  path: 'silero_vad.onnx',
  bytes: 2_327_524,
  sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
} as const satisfies ModelFile

/** The networks that tell speakers apart. */
export const speakerFiles = {
  segmentation: {
    path: 'speakers/segmentation.onnx',
    bytes: 1_532_347,
    sha256: 'c09c8141fa49c4ba4c5ba2b1b0731d56be1190b0b54eb314fc4f6720bc8d1212',
  },
  frames: {
    path: 'speakers/frames.onnx',
    bytes: 5_562_601,
    sha256: 'd5abb52644871347daac8d9ad15afa58e96641a6623de1b3e41e040a03d875c0',
  },
  head: {
    path: 'speakers/head.onnx',
    bytes: 1_312_747,
    sha256: 'f3cd234d00bb08fb566ad62bc0733c878822553006ed79fe332bd39dfb283124',
  },
} as const satisfies Record<string, ModelFile>

/**
 * Returns the path of a model file after checking it. Throws SpeechError 'model-missing' or 'model-damaged'. A bad model file can
 * crash the process that loads it, so every file is checked before it is loaded.
 */
export async function requireModelFile(modelsDir: string, file: ModelFile): Promise<string> {
  const path = join(modelsDir, file.path)
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) throw new SpeechError('model-missing', `The speech model file ${file.path} is missing.`)
  if (stats.size !== file.bytes) {
    const message = `The speech model file ${file.path} is damaged: it has ${stats.size} bytes instead of ${file.bytes}.`
    throw new SpeechError('model-damaged', message)
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  if (hash.digest('hex') === file.sha256) return path
  throw new SpeechError('model-damaged', `The speech model file ${file.path} is damaged: its checksum is wrong.`)
}
