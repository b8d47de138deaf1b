import { cp, mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { wordStartErrors } from '#test/fixtures/wordStarts.ts'
import { wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { whisperFiles } from './models/modelFiles.ts'
import { bundledModelsDir, openSpeechEngine } from './engine.ts'
import { joinWords } from './languages.ts'
import type { TranscribedWindow, SpeechEngine, TranscribeOptions } from './speech.ts'

const twoCities = 'test/fixtures/two-cities.wav'
const german = 'test/fixtures/german.ogg'
const never = new AbortController().signal

const log: { peakMiB: number }[] = []
let engine: SpeechEngine
beforeAll(() => {
  engine = openSpeechEngine({ log: (_says, { peakMiB }) => log.push({ peakMiB: Number(peakMiB) }) })
})
afterAll(async () => await engine.close())

async function transcribe(pcm: AsyncIterable<Float32Array>, options: Partial<TranscribeOptions> = {}) {
  const windows: TranscribedWindow[] = []
  const done: number[] = []
  const { language } = await engine.transcribe(pcm, {
    signal: never,
    onWindow: (window) => void windows.push(window),
    onProgress: (progress) => void done.push(progress.done),
    ...options,
  })
  return { language, windows, done, text: windows.map(({ words }) => joinWords(words, language)).join(' ') }
}

describe('the speech engine', { timeout: 120_000 }, () => {
  it('transcribes a page of Dickens with at most 2 % wrong words, in under 560 MB', async () => {
    const { language, text, windows, done } = await transcribe(decodeAudio(twoCities))
    expect(language).toBe('en')
    expect(wordErrorRate(await readFile('test/fixtures/two-cities.txt', 'utf8'), text)).toBeLessThanOrEqual(0.02)
    expect(windows.length).toBeGreaterThan(1)
    let before = 0
    for (const [start, end, , confidence] of windows.flatMap(({ words }) => words)) {
      expect(start).toBeGreaterThanOrEqual(before)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(confidence > 0 && confidence <= 1).toBe(true)
      before = end
    }
    expect(before).toBeGreaterThan(40_000)
    const startErrors = await wordStartErrors(
      windows.flatMap((window) => window.words.map(([start, , word]) => ({ start, text: word }))),
    )
    expect(startErrors.map(Math.abs).toSorted((a, b) => a - b)[startErrors.length >> 1]).toBeLessThanOrEqual(50)
    expect(done.length).toBeGreaterThan(20)
    let samples = 0
    for await (const chunk of decodeAudio(twoCities)) samples += chunk.length
    expect(done.at(-1)).toBe(Math.floor(samples / 16))
    expect(log.at(-1)!.peakMiB).toBeLessThan(560)
  })

  it('stops at once when it is aborted, and cancels waiting jobs', async () => {
    const stop = new AbortController()
    const waiting = new AbortController()
    const first = transcribe(decodeAudio(german), { signal: stop.signal, onProgress: () => stop.abort() })
    const second = transcribe(decodeAudio(german), { signal: waiting.signal })
    waiting.abort()
    await expect(second).rejects.toMatchObject({ kind: 'aborted' })
    await expect(first).rejects.toMatchObject({ kind: 'aborted' })
    await expect(transcribe(decodeAudio(german), { signal: AbortSignal.abort() })).rejects.toMatchObject({ kind: 'aborted' })
  })
})

describe('the speech engine without its models', { timeout: 120_000 }, () => {
  it('names the file that is missing or damaged', async () => {
    const modelsDir = await mkdtemp(join(tmpdir(), 'earshot-engine-'))
    const withoutModels = openSpeechEngine({ modelsDir })
    const work = () => withoutModels.transcribe(decodeAudio(german), { signal: never, onWindow: () => undefined })
    await expect(work()).rejects.toMatchObject({ kind: 'model-missing', message: expect.stringContaining('silero_vad.onnx') })
    await cp(bundledModelsDir, modelsDir, { recursive: true })
    await truncate(join(modelsDir, whisperFiles.decoder.path), 1000)
    await expect(work()).rejects.toMatchObject({ kind: 'model-damaged', message: expect.stringContaining('decoder.int8.onnx') })
    await withoutModels.close()
    await rm(modelsDir, { recursive: true })
  })
})
