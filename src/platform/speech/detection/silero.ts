import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { requireModelFile, sileroFile } from '../models/modelFiles.ts'
import { floats, floatsOf, integers, openNetwork, tensorOf } from '../models/onnx.ts'

/** Samples of a frame that the detector classifies at once: 32 ms. */
export const SILERO_FRAME = 512
/** Samples of the previous frame that are part of the input again. */
const CONTEXT_SAMPLES = 64
const STATE_DIMS = [2, 1, 128] as const

/**
 * Returns the probability of speech in the next frame of a recording (the last may be shorter). It depends on the frames before
 * it.
 */
export type DetectSpeech = (frame: Float32Array) => Promise<number>

/** Silero's voice activity detector in this process. `createDetector` starts a new recording. */
export type Silero = { createDetector: () => DetectSpeech; close: () => Promise<void> }

/** Checks and loads the model file. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function openSilero(options: { modelsDir: string }): Promise<Silero> {
  const network = await openNetwork(await requireModelFile(options.modelsDir, sileroFile), 1)
  const rate = integers([SPEECH_SAMPLE_RATE], [])
  const createDetector = (): DetectSpeech => {
    let state = floats(new Float32Array(2 * 128), STATE_DIMS)
    const modelInput = new Float32Array(CONTEXT_SAMPLES + SILERO_FRAME)
    return async (frame) => {
      modelInput.copyWithin(0, SILERO_FRAME)
      modelInput.fill(0, CONTEXT_SAMPLES).set(frame, CONTEXT_SAMPLES)
      const outputs = await network.run({ input: floats(modelInput, [1, modelInput.length]), state, sr: rate })
      state = tensorOf(outputs, 'stateN')
      return floatsOf(outputs, 'output')[0] ?? 0
    }
  }
  return { createDetector, close: async () => await network.release() }
}
