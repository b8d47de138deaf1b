import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { logMel, MEL_BANDS, MEL_FRAMES_PER_SECOND } from './mel.ts'
import { floats, type Network, type Tensors } from '../models/onnx.ts'

/** The encoder's output for a window: keys and values for each layer of the decoder. */
export type EncodedWindow = Tensors

/** Silence after the audio. Three seconds work as well as padding to Whisper's thirty and cost far less. */
const PADDING_SECONDS = 3
const MAX_FRAMES = 30 * MEL_FRAMES_PER_SECOND

/** Encodes a window of at most 30 s. */
export async function encodeWindow(encoder: Network, pcm: Float32Array): Promise<EncodedWindow> {
  const neededFrames = 2 * Math.ceil(((pcm.length / SPEECH_SAMPLE_RATE + PADDING_SECONDS) * MEL_FRAMES_PER_SECOND) / 2)
  const frames = Math.min(MAX_FRAMES, neededFrames)
  return await encoder.run({ mel: floats(logMel(pcm, frames), [1, MEL_BANDS, frames]) })
}
