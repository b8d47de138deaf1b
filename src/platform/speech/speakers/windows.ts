import { rechunk, SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { removeOffset } from '#platform/audio/removeOffset.ts'
import { fbank, FBANK_BANDS, FBANK_FRAME, FBANK_HOP, fbankFrames } from './fbank.ts'
import {
  FBANK_PER_VOICE,
  FRAME_SECONDS,
  LOCAL_SPEAKERS,
  VOICE_CHANNELS,
  WINDOW_SAMPLES,
  type SpeakerNetworks,
  type WindowActivity,
} from './networks.ts'
import { similarity } from './cluster.ts'
import { cutParts, findVoiced } from './parts.ts'
import { VoiceFrames } from './VoiceFrames.ts'

/** A voice in a window, with the frames in which it speaks alone. */
export type LocalVoice = {
  readonly window: number
  readonly speaker: number
  readonly cleanFrames: number
  readonly embedding: Float32Array
}

/** The output of the networks for a recording. */
export type AnalyzedSound = {
  readonly samples: number
  /** The first sample of each window. */
  readonly starts: readonly number[]
  readonly activities: readonly WindowActivity[]
  readonly voices: readonly LocalVoice[]
  readonly frames: VoiceFrames
}

/** Samples between the starts of two windows: 2 s. */
const WINDOW_HOP = 2 * SPEECH_SAMPLE_RATE
/** A voice is embedded from the parts in which it speaks alone if they have this many seconds, otherwise from all its parts. */
const MIN_CLEAN_SECONDS = 0.3
/** Frames of the filter bank in a block, and before and after it: 30 s and 0.8 s. */
const BLOCK_FRAMES = 3000
const CONTEXT_FRAMES = 80
const WINDOW_FBANK_FRAMES = WINDOW_SAMPLES / FBANK_HOP
const VOICE_FRAMES_PER_WINDOW = WINDOW_FBANK_FRAMES / FBANK_PER_VOICE
const SAMPLES_PER_VOICE_FRAME = FBANK_HOP * FBANK_PER_VOICE
/** Voice frames around a voice that are not a long silence: two seconds. */
const SILENCE_MARGIN = 25
const CHUNK_SAMPLES = 4 * SPEECH_SAMPLE_RATE
/** Two voices of a window with this cosine similarity that hardly ever overlap are one voice whose loudness changes. */
const SAME_VOICE = 0.5
const MAX_OVERLAP_SECONDS = 1.5

/** Runs the networks over a recording (16 kHz mono). At most 45 s of samples are in memory. */
export async function analyzeSound(
  networks: SpeakerNetworks,
  pcm: AsyncIterable<Float32Array>,
  onProgress: (samples: number) => void,
): Promise<AnalyzedSound> {
  const analysis = new Analysis(networks)
  for await (const chunk of rechunk(removeOffset(pcm), CHUNK_SAMPLES)) {
    await analysis.push(chunk)
    onProgress(analysis.samples)
  }
  return analysis.finish()
}

class Analysis {
  readonly #networks: SpeakerNetworks
  readonly #frames = new VoiceFrames()
  readonly #starts: number[] = []
  readonly #activities: WindowActivity[] = []
  readonly #voices: LocalVoice[] = []
  #buffer = new Float32Array(0)
  /** The first sample in the buffer. */
  #offset = 0
  #embeddedWindows = 0
  samples = 0

  constructor(networks: SpeakerNetworks) {
    this.#networks = networks
  }

  async push(chunk: Float32Array): Promise<void> {
    const buffer = new Float32Array(this.#buffer.length + chunk.length)
    buffer.set(this.#buffer)
    buffer.set(chunk, this.#buffer.length)
    this.#buffer = buffer
    this.samples += chunk.length
    for (;;) {
      const start = this.#starts.length * WINDOW_HOP
      if (start + WINDOW_SAMPLES > this.samples) break
      await this.#segment(start)
    }
    // All windows that contain part of the block are complete.
    while (this.#nextBlock() + BLOCK_FRAMES + WINDOW_FBANK_FRAMES <= fbankFrames(this.samples)) await this.#addBlock(BLOCK_FRAMES)
    await this.#embedWindows(false)
    this.#dropUsed()
  }

  async finish(): Promise<AnalyzedSound> {
    if (this.#starts.length === 0 && this.samples > 0) await this.#segment(0)
    // The last window ends with the recording.
    const last = Math.floor((this.samples - WINDOW_SAMPLES) / FBANK_HOP) * FBANK_HOP
    if (this.samples > WINDOW_SAMPLES && this.samples - WINDOW_SAMPLES - this.#starts.at(-1)! > FBANK_HOP)
      await this.#segment(last)
    for (let left = fbankFrames(this.samples) - this.#nextBlock(); left > 0; left = fbankFrames(this.samples) - this.#nextBlock())
      await this.#addBlock(Math.min(left, BLOCK_FRAMES))
    await this.#embedWindows(true)
    return {
      samples: this.samples,
      starts: this.#starts,
      activities: this.#activities,
      voices: this.#voices,
      frames: this.#frames,
    }
  }

  async #segment(start: number): Promise<void> {
    this.#starts.push(start)
    this.#activities.push(await this.#networks.segment(this.#slice(start, start + WINDOW_SAMPLES)))
  }

  /** Returns the first frame of the filter bank without a voice frame. */
  #nextBlock(): number {
    return this.#frames.count * FBANK_PER_VOICE
  }

  async #addBlock(length: number): Promise<void> {
    const from = this.#nextBlock()
    const [first, last] = [
      Math.max(0, from - CONTEXT_FRAMES),
      Math.min(fbankFrames(this.samples), from + length + CONTEXT_FRAMES),
    ]
    const rows = fbank(this.#slice(first * FBANK_HOP, (last - 1) * FBANK_HOP + FBANK_FRAME))
    removeMean(rows, this.#rowsNearVoices(first, last))
    const voiced = findVoiced(this.#starts, this.#activities, {
      from: this.#frames.count,
      to: this.#frames.count + Math.ceil(length / FBANK_PER_VOICE),
    })
    for (const part of cutParts(voiced)) {
      const begin = this.#nextBlock()
      const end = Math.min(from + length, begin + part.count * FBANK_PER_VOICE)
      if (part.isVoiced) await this.#addPart(rows, { first, last, from: begin, to: end })
      else this.#frames.push(new Float32Array(part.count * VOICE_CHANNELS))
    }
  }

  /** Returns 1 for each row from `first` to `last` that is not in a long silence. */
  #rowsNearVoices(first: number, last: number): Uint8Array {
    const range = { from: Math.floor(first / FBANK_PER_VOICE), to: Math.ceil(last / FBANK_PER_VOICE), margin: SILENCE_MARGIN }
    const voiced = findVoiced(this.#starts, this.#activities, range)
    return Uint8Array.from(
      { length: last - first },
      (_, row) => voiced[Math.floor((first + row) / FBANK_PER_VOICE) - range.from]!,
    )
  }

  /** Adds the voice frames of part of a block, whose rows are those from frame `first` to frame `last`. */
  async #addPart(rows: Float32Array, { first, last, from, to }: Record<'first' | 'last' | 'from' | 'to', number>): Promise<void> {
    const [begin, end] = [Math.max(first, from - CONTEXT_FRAMES), Math.min(last, to + CONTEXT_FRAMES)]
    const out = await this.#networks.voiceFrames(rows.subarray((begin - first) * FBANK_BANDS, (end - first) * FBANK_BANDS))
    const offset = (from - begin) / FBANK_PER_VOICE
    const count = Math.ceil((to - from) / FBANK_PER_VOICE)
    this.#frames.push(out.subarray(offset * VOICE_CHANNELS, (offset + count) * VOICE_CHANNELS))
  }

  /** Embeds the voices of all windows whose voice frames are complete, or of all windows at the end. */
  async #embedWindows(isEnd: boolean): Promise<void> {
    for (; this.#embeddedWindows < this.#starts.length; this.#embeddedWindows++) {
      const from = Math.round(this.#starts[this.#embeddedWindows]! / SAMPLES_PER_VOICE_FRAME)
      const to = from + VOICE_FRAMES_PER_WINDOW
      if (to > this.#frames.count && !isEnd) return
      await this.#embedWindow(this.#embeddedWindows, from, Math.min(to, this.#frames.count))
    }
  }

  async #embedWindow(window: number, from: number, to: number): Promise<void> {
    const activity = this.#activities[window]!
    let voices = await this.#describeVoices(window, from, to)
    for (let split = findSplitVoice(activity, voices); split; split = findSplitVoice(activity, voices)) {
      joinVoices(activity, split)
      voices = await this.#describeVoices(window, from, to)
    }
    this.#voices.push(...voices)
  }

  async #describeVoices(window: number, from: number, to: number): Promise<LocalVoice[]> {
    const masks = localMasks(this.#activities[window]!, to - from)
    if (masks.length === 0) return []
    const embeddings = await this.#networks.embed(masks.map(({ mask }) => this.#frames.statistics(from, to, mask)))
    return masks.map(({ speaker, cleanFrames }, index) => ({ window, speaker, cleanFrames, embedding: embeddings[index]! }))
  }

  #slice(from: number, to: number): Float32Array {
    return this.#buffer.subarray(from - this.#offset, to - this.#offset)
  }

  #dropUsed(): void {
    const nextBlock = Math.max(0, this.#nextBlock() - CONTEXT_FRAMES) * FBANK_HOP
    const used = Math.min(nextBlock, Math.max(0, this.samples - WINDOW_SAMPLES - FBANK_HOP), this.#starts.length * WINDOW_HOP)
    this.#buffer = this.#buffer.slice(used - this.#offset)
    this.#offset = used
  }
}

/**
 * Subtracts the mean of each band over the rows that count. Long silences do not count, because they would change the embedding of
 * a voice next to them.
 */
function removeMean(rows: Float32Array, counts: Uint8Array): void {
  const count = rows.length / FBANK_BANDS
  const counted = counts.reduce((sum, each) => sum + each, 0)
  for (let band = 0; band < FBANK_BANDS; band++) {
    let sum = 0
    for (let row = 0; row < count; row++) if (counts[row] === 1 || counted === 0) sum += rows[row * FBANK_BANDS + band]!
    const mean = sum / (counted || count)
    for (let row = 0; row < count; row++) rows[row * FBANK_BANDS + band]! -= mean
  }
}

/** Returns which of `count` voice frames describe each voice of a window. */
function localMasks({ frames, activity }: WindowActivity, count: number) {
  const frameOf = (voiceFrame: number) => Math.min(frames - 1, Math.floor((voiceFrame * frames) / VOICE_FRAMES_PER_WINDOW))
  const isActive = (frame: number, speaker: number) => activity[frame * LOCAL_SPEAKERS + speaker] === 1
  const isAlone = (frame: number, speaker: number) =>
    isActive(frame, speaker) && [0, 1, 2].every((other) => other === speaker || !isActive(frame, other))
  return [0, 1, 2].flatMap((speaker) => {
    const allFrames = Array.from({ length: frames }, (_, frame) => frame)
    const cleanFrames = allFrames.filter((frame) => isAlone(frame, speaker)).length
    const counts = cleanFrames * FRAME_SECONDS >= MIN_CLEAN_SECONDS ? isAlone : isActive
    const mask = Array.from({ length: count }, (_, voiceFrame) => (counts(frameOf(voiceFrame), speaker) ? 1 : 0))
    return mask.includes(1) ? [{ speaker, cleanFrames, mask }] : []
  })
}

/** Returns two voices of a window that belong to one person, or null. */
function findSplitVoice({ frames, activity }: WindowActivity, voices: readonly LocalVoice[]): [number, number] | null {
  const isActive = (frame: number, { speaker }: LocalVoice) => activity[frame * LOCAL_SPEAKERS + speaker] === 1
  for (const [index, first] of voices.entries())
    for (const second of voices.slice(index + 1)) {
      if (similarity(first.embedding, second.embedding) < SAME_VOICE) continue
      let overlap = 0
      for (let frame = 0; frame < frames; frame++) if (isActive(frame, first) && isActive(frame, second)) overlap++
      if (overlap * FRAME_SECONDS < MAX_OVERLAP_SECONDS) return [first.speaker, second.speaker]
    }
  return null
}

/** Merges the second voice into the first. */
function joinVoices({ frames, activity, probability }: WindowActivity, [first, second]: [number, number]): void {
  for (const values of [activity, probability])
    for (let frame = 0; frame < frames; frame++) {
      const [to, from] = [frame * LOCAL_SPEAKERS + first, frame * LOCAL_SPEAKERS + second]
      values[to] = Math.max(values[to]!, values[from]!)
      values[from] = 0
    }
}
