import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { requireModelFile, sileroFile } from '../models/modelFiles.ts'
import { floats, floatsOf, integers, openNetwork, tensorOf } from '../models/onnx.ts'

/** Samples of a frame that the detector classifies at once: 32 ms. */
export const SILERO_FRAME = 512
/** Samples of the previous frame that are part of the input again. */
const CONTEXT_SAMPLES = 64
const STATE_SIZE = 128

/**
 * Returns the probability of speech in the next frame of each stream (the last frame may be shorter). It depends on the frames
 * before it.
 */
export type DetectSpeech = (frames: readonly Float32Array[]) => Promise<readonly number[]>

/**
 * Silero's voice activity detector in this process. `createDetector` starts a new recording that it receives in several versions,
 * called streams. Two streams at once take 0.6 of the time of one after the other.
 */
export type Silero = { createDetector: (streams: number) => DetectSpeech; close: () => Promise<void> }

/** Checks and loads the model file. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function openSilero(options: { modelsDir: string }): Promise<Silero> {
  const network = await openNetwork(await requireModelFile(options.modelsDir, sileroFile), 1)
  const rate = integers([SPEECH_SAMPLE_RATE], [])
  const createDetector = (streams: number): DetectSpeech => {
    let state = floats(new Float32Array(2 * streams * STATE_SIZE), [2, streams, STATE_SIZE])
    const rowLength = CONTEXT_SAMPLES + SILERO_FRAME
    const modelInput = new Float32Array(streams * rowLength)
    return async (frames) => {
      frames.forEach((frame, stream) => {
        const row = modelInput.subarray(stream * rowLength, (stream + 1) * rowLength)
        row.copyWithin(0, SILERO_FRAME)
        row.fill(0, CONTEXT_SAMPLES).set(frame, CONTEXT_SAMPLES)
      })
      const outputs = await network.run({ input: floats(modelInput, [streams, rowLength]), state, sr: rate })
      state = tensorOf(outputs, 'stateN')
      return [...floatsOf(outputs, 'output')]
    }
  }
  return { createDetector, close: async () => await network.release() }
}
