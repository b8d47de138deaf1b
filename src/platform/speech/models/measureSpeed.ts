import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { systemClock, type Clock } from '#platform/clock/clock.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { openSpeechEngine } from '../engine.ts'
import type { AvailableModel } from './chooseModel.ts'
import type { MeasuredSpeed } from './modelStore.ts'

/** The sample recording of new accounts: 45 s of English. It takes models of other languages equally long. */
const SAMPLE = fileURLToPath(new URL('../../../../assets/welcome/two-cities.mp3', import.meta.url))

export type MeasureOptions = {
  readonly bundledDir: string
  readonly threads?: number
  readonly signal: AbortSignal
  readonly clock?: Clock
}

/**
 * Transcribes the sample recording with a model and returns its speed relative to real time. The model is loaded before the
 * measured run. Throws SpeechError.
 */
export async function measureSpeed(installed: AvailableModel, options: MeasureOptions): Promise<MeasuredSpeed> {
  const { bundledDir, signal, clock = systemClock, threads = Math.min(4, availableParallelism()) } = options
  const { model } = installed
  const models = { read: async () => ({ models: installed.dir === null ? [] : [installed], preferred: model.id }) }
  const engine = openSpeechEngine({ modelsDir: bundledDir, threads, models })
  // English if the model supports it, otherwise any of its languages.
  const language = model.languages.includes('en') ? 'en' : (model.languages[0] ?? 'en')
  const run = async (pcm: AsyncIterable<Float32Array>) => await engine.transcribe(pcm, { language, signal, onWindow: () => undefined })
  try {
    await run(firstSeconds(2))
    const startedAt = clock.now().getTime()
    await run(decodeAudio(SAMPLE))
    const elapsed = (clock.now().getTime() - startedAt) / 1000
    return { speed: Math.round((10 * (await durationInSeconds())) / elapsed) / 10, threads }
  } finally {
    await engine.close()
  }
}

async function* firstSeconds(count: number): AsyncGenerator<Float32Array> {
  for await (const chunk of decodeAudio(SAMPLE)) {
    yield chunk
    if (--count <= 0) return
  }
}

async function durationInSeconds(): Promise<number> {
  let samples = 0
  for await (const chunk of decodeAudio(SAMPLE)) samples += chunk.length
  return samples / SPEECH_SAMPLE_RATE
}
