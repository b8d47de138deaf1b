import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { requireModelFile, speakerFiles } from '../models/modelFiles.ts'
import { floats, floatsOf, openNetwork, tensorOf, type Network } from '../models/onnx.ts'
import { FBANK_BANDS } from './fbank.ts'

/** Samples of a segmentation window: 10 s. */
export const WINDOW_SAMPLES = 160_000
/** Seconds between two frames of a window. */
export const FRAME_SECONDS = 270 / SPEECH_SAMPLE_RATE
/** Maximum number of voices that the network distinguishes in a window. */
export const LOCAL_SPEAKERS = 3
/** Values of a voice frame. */
export const VOICE_CHANNELS = 2560
/** Frames of the filter bank in one voice frame, which is 80 ms. */
export const FBANK_PER_VOICE = 8

/** Who speaks in a window. `activity` and `probability` have LOCAL_SPEAKERS values per frame. */
export type WindowActivity = {
  readonly frames: number
  /** 1 when the most likely class includes the speaker, otherwise 0. */
  readonly activity: Uint8Array
  /** The speaker's probability over all classes, from 0 to 255. */
  readonly probability: Uint8Array
}

/** The networks of the diarizer in this process. */
export type SpeakerNetworks = {
  /** Takes at most WINDOW_SAMPLES. */
  segment: (pcm: Float32Array) => Promise<WindowActivity>
  /** Takes rows of the filter bank, with the mean of each band removed; returns rows of VOICE_CHANNELS. */
  voiceFrames: (rows: Float32Array) => Promise<Float32Array>
  /** Takes mean and deviation of the voice frames of each voice; returns unit vectors. */
  embed: (statistics: readonly Float32Array[]) => Promise<Float32Array[]>
  close: () => Promise<void>
}

/** The sets of local speakers that speak together, in the order of the network's classes. */
const CLASSES: readonly (readonly number[])[] = [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]
/** The weight of the silence class: the network overestimates silence when voices are faint or far away. */
const SILENCE_WEIGHT = 0.4

/** Checks and loads the model files. Throws SpeechError 'model-missing' or 'model-damaged'. */
export async function loadSpeakerNetworks(options: { modelsDir: string; threads: number }): Promise<SpeakerNetworks> {
  const open = async (file: (typeof speakerFiles)[keyof typeof speakerFiles]): Promise<Network> =>
    openNetwork(await requireModelFile(options.modelsDir, file), options.threads)
  const [segmentation, frames, head] = [
    await open(speakerFiles.segmentation),
    await open(speakerFiles.frames),
    await open(speakerFiles.head),
  ]
  return {
    segment: async (pcm) => {
      const window = new Float32Array(WINDOW_SAMPLES)
      window.set(pcm)
      const outputs = await segmentation.run({ waveforms: floats(window, [1, 1, WINDOW_SAMPLES]) })
      return toActivity(floatsOf(outputs, segmentation.outputNames[0]!))
    },
    voiceFrames: async (rows) => {
      const outputs = await frames.run({ fbank: floats(rows, [1, rows.length / FBANK_BANDS, FBANK_BANDS]) })
      const output = tensorOf(outputs, frames.outputNames[0]!)
      return transpose(output.data as Float32Array, VOICE_CHANNELS, Number(output.dims.at(-1)))
    },
    embed: async (statistics) => {
      const voices = statistics.length
      const stats = new Float32Array(voices * 2 * VOICE_CHANNELS)
      statistics.forEach((values, voice) => stats.set(values, voice * 2 * VOICE_CHANNELS))
      const outputs = await head.run({ stats: floats(stats, [voices, 2 * VOICE_CHANNELS]) })
      const all = floatsOf(outputs, head.outputNames[0]!)
      const size = all.length / voices
      return Array.from({ length: voices }, (_, voice) => toUnit(all.slice(voice * size, (voice + 1) * size)))
    },
    close: async () => {
      await Promise.all([segmentation.release(), frames.release(), head.release()])
    },
  }
}

/** Reads the log-probabilities of the classes, one row per frame. */
export function toActivity(logits: Float32Array): WindowActivity {
  const frames = logits.length / CLASSES.length
  const activity = new Uint8Array(frames * LOCAL_SPEAKERS)
  const probability = new Uint8Array(frames * LOCAL_SPEAKERS)
  for (let frame = 0; frame < frames; frame++) {
    const weights = CLASSES.map((speakers, index) => {
      return Math.exp(logits[frame * CLASSES.length + index]!) * (speakers.length === 0 ? SILENCE_WEIGHT : 1)
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    for (const speaker of CLASSES[weights.indexOf(Math.max(...weights))]!) activity[frame * LOCAL_SPEAKERS + speaker] = 1
    for (let speaker = 0; speaker < LOCAL_SPEAKERS; speaker++) {
      const weight = weights.reduce((sum, each, index) => sum + (CLASSES[index]!.includes(speaker) ? each : 0), 0)
      probability[frame * LOCAL_SPEAKERS + speaker] = Math.round((255 * weight) / total)
    }
  }
  return { frames, activity, probability }
}

function transpose(columns: Float32Array, rows: number, count: number): Float32Array {
  const out = new Float32Array(columns.length)
  for (let row = 0; row < rows; row++) for (let i = 0; i < count; i++) out[i * rows + row] = columns[row * count + i]!
  return out
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.max(Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)), 1e-12)
  return vector.map((value) => value / length)
}
