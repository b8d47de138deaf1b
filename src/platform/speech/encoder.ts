import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { logMel, MEL_BANDS, MEL_FRAMES_PER_SECOND } from './mel.ts'
import { floats, type Network, type Tensors } from './runtime.ts'

/** The encoder's output for a window: keys and values for each layer of the decoder. */
export type Encoded = Tensors

/** Silence after the audio. Three seconds work as well as padding to Whisper's thirty and cost far less. */
const PADDING_SECONDS = 3
const MOST_FRAMES = 30 * MEL_FRAMES_PER_SECOND

/** Encodes a window of at most 30 s. */
export async function encodeWindow(encoder: Network, pcm: Float32Array): Promise<Encoded> {
  const wanted = 2 * Math.ceil(((pcm.length / SPEECH_RATE + PADDING_SECONDS) * MEL_FRAMES_PER_SECOND) / 2)
  const frames = Math.min(MOST_FRAMES, wanted)
  return await encoder.run({ mel: floats(logMel(pcm, frames), [1, MEL_BANDS, frames]) })
}
