import { floats, floatsOf, integers, tensorOf, type Network, type Tensors } from '../models/onnx.ts'
import type { WhisperMeta } from './whisperMeta.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { logMel, MEL_BANDS, MEL_FRAMES_PER_SECOND } from './mel.ts'

/** Keys and values of all tokens so far, one row for each text. */
export type Cache = Tensors

/** The result of a decoder step: for each row, the logits of the next token and their log-normalizer over text tokens. */
export type StepResult = { readonly logits: Float32Array; readonly normalisers: Float32Array; readonly cache: Cache }

/** Decodes more tokens for each row. `parents[row]` is the row of the previous cache that it continues. */
export type DecoderStep = (cache: Cache, rows: readonly (readonly number[])[], parents: readonly number[]) => Promise<StepResult>

/**
 * Raw scores of the attention heads that follow the audio. `values` is [heads, rows, columns], with a row for each token and a
 * column for each frame.
 */
export type AttentionScores = {
  readonly values: Float32Array
  readonly heads: number
  readonly rows: number
  readonly columns: number
}

/** Decodes the tokens of one text at once after `cache` and returns their attention scores. */
export type ReadAttention = (cache: Cache, tokens: readonly number[]) => Promise<AttentionScores>

/** Returns the attention reader of a decoder for one window. */
export function createAttentionReader(decoder: Network, encoded: EncodedWindow): ReadAttention {
  return async (cache, tokens) => {
    const feeds = { tokens: integers(tokens, [1, tokens.length]), beam_idx: integers([0], [1]), ...cache, ...encoded }
    const outputs = await decoder.run(feeds, ['qk'])
    const [heads = 0, rows = 0, columns = 0] = tensorOf(outputs, 'qk').dims
    return { values: floatsOf(outputs, 'qk'), heads, rows, columns }
  }
}

/** Returns the step function of a decoder for one window. */
export function createDecoderStep(decoder: Network, meta: WhisperMeta, encoded: EncodedWindow): DecoderStep {
  const layers = Array.from({ length: meta.layers }, (_, layer) => layer)
  const outputNames = ['logits', 'lse', ...layers.flatMap((layer) => [`nk${layer}`, `nv${layer}`])]
  return async (cache, rows, parents) => {
    const width = rows[0]?.length ?? 0
    const tokens = integers(rows.flat(), [rows.length, width])
    const outputs = await decoder.run(
      { tokens, beam_idx: integers(parents, [parents.length]), ...cache, ...encoded },
      outputNames,
    )
    return { logits: floatsOf(outputs, 'logits'), normalisers: floatsOf(outputs, 'lse'), cache: nextCache(outputs, layers) }
  }
}

/** Returns the cache before the first token. */
export function emptyCache(meta: WhisperMeta): Cache {
  const emptyTensor = () => floats(new Float32Array(), [1, 0, meta.width])
  return Object.fromEntries(
    Array.from({ length: meta.layers }, (_, layer) => [
      [`k${layer}`, emptyTensor()],
      [`v${layer}`, emptyTensor()],
    ]).flat(),
  )
}

function nextCache(outputs: Tensors, layers: readonly number[]): Cache {
  return Object.fromEntries(
    layers.flatMap((layer) => [
      [`k${layer}`, tensorOf(outputs, `nk${layer}`)],
      [`v${layer}`, tensorOf(outputs, `nv${layer}`)],
    ]),
  )
}

/** The encoder's output for a window: keys and values for each layer of the decoder. */
type EncodedWindow = Tensors

/** Silence appended to the audio. Three seconds work as well as padding to Whisper's thirty and cost far less. */
const PADDING_SECONDS = 3
const MAX_FRAMES = 30 * MEL_FRAMES_PER_SECOND

/** Encodes a window of at most 30 s. */
export async function encodeWindow(encoder: Network, pcm: Float32Array): Promise<EncodedWindow> {
  const neededFrames = 2 * Math.ceil(((pcm.length / SPEECH_SAMPLE_RATE + PADDING_SECONDS) * MEL_FRAMES_PER_SECOND) / 2)
  const frames = Math.min(MAX_FRAMES, neededFrames)
  return await encoder.run({ mel: floats(logMel(pcm, frames), [1, MEL_BANDS, frames]) })
}
