import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import type { SpeechEngine, TranscribedWindow, TranscribeOptions } from '#platform/speech/speech.ts'
import { concat, createNoises, streamOf } from '../fixtures/composites.ts'

export type ConformanceOptions = {
  readonly open: () => Promise<SpeechEngine>
  /** A recording of speech in a supported language. */
  readonly recording: string
  readonly language: string
  /** Runs only tests that take a few seconds and are not covered by the tests of the engine itself. */
  readonly fast?: boolean
}

const never = new AbortController().signal
/** Maximum time to abort, however long a window takes. */
const CANCEL_LIMIT = 1000

/** Describes the behaviour of every speech engine with real speech, whatever its implementation. */
export function describeSpeechEngine(name: string, { open, recording, language, fast = false }: ConformanceOptions): void {
  describe(`${name} as a speech engine`, { timeout: 240_000 }, () => {
    let engine: SpeechEngine
    beforeAll(async () => {
      engine = await open()
    })
    afterAll(async () => await engine.close())

    const transcribe = async (pcm: AsyncIterable<Float32Array>, options: Partial<TranscribeOptions> = {}) => {
      const windows: TranscribedWindow[] = []
      const done: number[] = []
      const result = await engine.transcribe(pcm, {
        language,
        signal: never,
        onWindow: (window) => void windows.push(window),
        onProgress: (progress) => void done.push(progress.done),
        ...options,
      })
      return { ...result, windows, done, words: windows.flatMap((window) => window.words) }
    }

    it('returns windows in order, without overlaps, with all words inside them and inside the recording', async () => {
      const pcm = await readAll(decodeAudio(recording))
      const length = (pcm.length / SPEECH_SAMPLE_RATE) * 1000
      const result = await transcribe(streamOf(pcm))
      expect(result.language).toBe(language)
      expect(result.words.length).toBeGreaterThan(5)
      expect(findDisorder(result.windows, length)).toEqual([])
      expect(result.done.at(-1)).toBeGreaterThan(0.9 * length)
    })

    it('returns no words for silence and noise', async () => {
      for (const [kind, pcm] of fast ? [['silence', new Float32Array(6 * SPEECH_SAMPLE_RATE)] as const] : createNoises())
        expect([kind, (await transcribe(streamOf(pcm))).words]).toEqual([kind, []])
    })

    it('refuses an unsupported language', async () => {
      await expect(transcribe(decodeAudio(recording), { language: 'xx' })).rejects.toMatchObject({ kind: 'language' })
    })

    it('stops at once when it is aborted', async () => {
      const stop = new AbortController()
      let abortedAt = 0
      const onProgress = () => {
        abortedAt ||= performance.now()
        stop.abort()
      }
      await expect(transcribe(endless(recording), { signal: stop.signal, onProgress })).rejects.toMatchObject({ kind: 'aborted' })
      expect(performance.now() - abortedAt).toBeLessThan(fast ? Infinity : CANCEL_LIMIT)
    })

    if (fast) return

    it('resumes after the last saved window and returns the rest as before', async () => {
      const clip = await readAll(decodeAudio(recording))
      const pause = new Float32Array(2 * SPEECH_SAMPLE_RATE)
      const pcm = concat(Array.from({ length: Math.ceil((70 * SPEECH_SAMPLE_RATE) / clip.length) }, () => [clip, pause]).flat())
      const whole = await transcribe(streamOf(pcm))
      expect(whole.windows.length).toBeGreaterThan(1)
      const saved = whole.windows[0]!
      const rest = await transcribe(streamOf(pcm), { resumeAt: saved.end })
      expect(rest.windows[0]!.start).toBeGreaterThanOrEqual(saved.end)
      expect(rest.words.length).toBeGreaterThan(0.8 * (whole.words.length - saved.words.length))
      expect(findDisorder([saved, ...rest.windows], (pcm.length / SPEECH_SAMPLE_RATE) * 1000)).toEqual([])
    })

    it('ends after a window when the caller requests it', async () => {
      let windows = 0
      const onWindow = async () => {
        windows++
        return 'stop' as const
      }
      expect(await transcribe(endless(recording), { onWindow })).toMatchObject({ language, isStopped: true })
      expect(windows).toBe(1)
    })

    it('rethrows the errors of the recording and of the caller', async () => {
      async function* broken() {
        yield new Float32Array(SPEECH_SAMPLE_RATE)
        throw new Error('the file ends here')
      }
      await expect(transcribe(broken())).rejects.toThrow('the file ends here')
      const refuse = async () => await Promise.reject(new Error('the disk is full'))
      await expect(transcribe(decodeAudio(recording), { onWindow: refuse })).rejects.toThrow('the disk is full')
    })
  })
}

/** Returns one sentence for each inconsistency. */
function findDisorder(windows: readonly TranscribedWindow[], length: number): string[] {
  const problems: string[] = []
  let before = 0
  // The first word of a window may begin before the detected speech, but not within the previous window.
  for (const { start, end, words, notUnderstood } of windows) {
    if (start < before) problems.push(`the window at ${start} begins before ${before}`)
    if (end > length + 1 || start > end) problems.push(`the window ${start}-${end} is outside the recording`)
    let position = before
    for (const [from, to, text] of words) {
      if (from < position || to < from || to > end) problems.push(`"${text}" at ${from}-${to} is out of place`)
      position = to
    }
    for (const span of notUnderstood) if (span.start >= span.end) problems.push(`an empty span at ${span.start}`)
    before = end
  }
  return problems
}

async function* endless(path: string): AsyncGenerator<Float32Array> {
  for (;;) yield* decodeAudio(path)
}

async function readAll(chunks: AsyncIterable<Float32Array>): Promise<Float32Array> {
  return concat(await Array.fromAsync(chunks, (chunk) => chunk.slice()))
}
