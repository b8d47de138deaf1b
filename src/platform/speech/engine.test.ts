import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { joinClips, createNoises, readClips, streamOf } from '#test/fixtures/composites.ts'
import { countWordErrors, wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { whisperFiles } from './models/modelFiles.ts'
import { bundledModelsDir, openSpeechEngine } from './engine.ts'
import { joinWords } from './joinWords.ts'
import type { TranscribedWindow, SpeechEngine, TranscribeOptions } from './speech.ts'

const twoCities = 'test/fixtures/two-cities.wav'
const german = 'test/fixtures/german.ogg'
const never = new AbortController().signal

const log: { says: string; pid: number; peakMiB: number }[] = []
let engine: SpeechEngine
beforeAll(() => {
  engine = openSpeechEngine({ log: (says, { pid, peakMiB }) => log.push({ says, pid: Number(pid), peakMiB: Number(peakMiB) }) })
})
afterAll(async () => await engine.close())

const currentPid = () => log.findLast(({ says }) => says === 'speech process started')!.pid

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
    expect(done.length).toBeGreaterThan(20)
    let samples = 0
    for await (const chunk of decodeAudio(twoCities)) samples += chunk.length
    expect(done.at(-1)).toBe(Math.floor(samples / 16))
    expect(log.at(-1)!.peakMiB).toBeLessThan(560)
  })

  it('transcribes German and detects the language', async () => {
    const { language, text } = await transcribe(decodeAudio(german))
    expect(language).toBe('de')
    expect(wordErrorRate(await readFile('test/fixtures/german.txt', 'utf8'), text)).toBeLessThanOrEqual(0.15)
  })

  it('loses no sentence of a recording of several utterances, including quiet ones after loud ones', async () => {
    const clips = (await readClips()).filter(({ language }) => language === 'fr')
    const { pcm, text: expected } = joinClips(clips, [], { seed: 1, spread: 15 })
    const { text } = await transcribe(streamOf(pcm))
    const { words, deletions, longestLoss } = countWordErrors(expected, text)
    expect(longestLoss).toBeLessThanOrEqual(3)
    expect(deletions / words).toBeLessThanOrEqual(0.06)
  })

  it('returns no words and reports no missed speech for silence and noise', async () => {
    for (const [name, pcm] of createNoises()) {
      const { windows } = await transcribe(streamOf(pcm))
      expect({
        name,
        windowsWithContent: windows.filter(({ words, notUnderstood }) => words.length + notUnderstood.length > 0),
      }).toEqual({
        name,
        windowsWithContent: [],
      })
    }
  })

  it('resumes after the last saved window', async () => {
    const { windows, text } = await transcribe(decodeAudio(twoCities), { resumeAt: 29_000, language: 'en' })
    expect(text).toMatch(/^In short, the period was so far like the present period/)
    expect(windows[0]!.start).toBeGreaterThanOrEqual(29_000)
  })

  it('refuses an unknown language', async () => {
    await expect(transcribe(decodeAudio(german), { language: 'xx' })).rejects.toMatchObject({ kind: 'language' })
  })

  it('fails when its process is killed, and runs the next job in a new one', async () => {
    const pid = currentPid()
    const killer = () => process.kill(pid, 'SIGKILL')
    await expect(transcribe(decodeAudio(twoCities), { onProgress: killer })).rejects.toMatchObject({ kind: 'engine-died' })
    expect((await transcribe(decodeAudio(german))).language).toBe('de')
    expect(currentPid()).not.toBe(pid)
  })

  it('reads no more of a recording than it needs, whatever its length', async () => {
    let msRead = 0
    async function* endless() {
      for (;;) {
        for await (const chunk of decodeAudio(german)) {
          yield chunk
          msRead += chunk.length / 16
        }
      }
    }
    const stop = new AbortController()
    let msAhead = Infinity
    const onWindow = ({ end }: TranscribedWindow) => {
      msAhead = msRead - end
      stop.abort()
    }
    await expect(transcribe(endless(), { signal: stop.signal, onWindow })).rejects.toMatchObject({ kind: 'aborted' })
    expect(msAhead).toBeLessThan(25_000)
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

  it('rejects with the error of the audio source or of onWindow', async () => {
    async function* broken() {
      yield new Float32Array(16_000)
      throw new Error('the file ends here')
    }
    await expect(transcribe(broken())).rejects.toThrow('the file ends here')
    const refuse = async () => await Promise.reject(new Error('the disk is full'))
    await expect(transcribe(decodeAudio(german), { onWindow: refuse })).rejects.toThrow('the disk is full')
  })
})

describe('the speech engine with a process that crashes repeatedly', { timeout: 120_000 }, () => {
  it('waits longer before each restart', async () => {
    const waits: number[] = []
    const crashing = openSpeechEngine({
      clock: { now: () => new Date(0), wait: async (ms) => void waits.push(ms) },
      log: (says, { pid }) => void (says === 'speech process started' && process.kill(Number(pid), 'SIGKILL')),
    })
    for (let job = 0; job < 4; job++) {
      const work = crashing.transcribe(decodeAudio(german), { signal: never, onWindow: () => undefined })
      await expect(work).rejects.toMatchObject({ kind: 'engine-died' })
    }
    expect(waits).toEqual([250, 500, 1000])
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

describe('the process of the speech engine', { timeout: 120_000 }, () => {
  const program = (options: string, body: string) => `
    import { openSpeechEngine } from '#platform/speech/engine.ts'
    const ended = Promise.withResolvers()
    const log = (says) => (console.log(says), says.endsWith('ended') && ended.resolve())
    async function* endless() { for (;;) yield new Float32Array(16000) }
    async function* short() { yield new Float32Array(16000) }
    const signal = new AbortController().signal
    const engine = openSpeechEngine({ log, ${options} })
    ${body}`
  const start = (code: string) =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })

  it('exits when its parent is killed', async () => {
    const work = 'engine.transcribe(endless(), { signal, onWindow() {}, onProgress() { console.log("working") } })'
    const parent = start(program('', work))
    for await (const line of parent.stdout) if (String(line).includes('working')) break
    parent.kill('SIGKILL')
    // The engine's process writes to the same pipe, so it closes only when both have exited.
    for await (const line of parent.stderr) expect(String(line)).toBe('')
    expect(parent.signalCode).toBe('SIGKILL')
  })

  it('does not keep a program running, and exits by itself when it is idle', async () => {
    const work = 'await engine.transcribe(short(), { signal, onWindow() {} })'
    const quick = start(program('', work))
    expect(await textOf(quick.stdout)).toBe('speech process started\nspeech heard\n')
    const resting = start(
      program('idle: 1', `${work}; const awake = setInterval(() => {}, 50); await ended.promise; clearInterval(awake)`),
    )
    expect(await textOf(resting.stdout)).toBe('speech process started\nspeech heard\nspeech process ended\n')
  })
})

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}
