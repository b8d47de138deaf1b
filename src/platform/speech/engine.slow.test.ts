import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { concat, createNoises, joinClips, readClips, streamOf } from '#test/fixtures/composites.ts'
import { countWordErrors, wordErrorRate } from '#test/fixtures/wordErrorRate.ts'
import { openSpeechEngine } from './engine.ts'
import { joinWords } from './languages.ts'
import type { SpeechEngine, TranscribeOptions, TranscribedWindow } from './speech.ts'

const twoCities = 'test/fixtures/two-cities.wav'
const german = 'test/fixtures/german.ogg'
const never = new AbortController().signal

const startedPids: number[] = []
const peaks: number[] = []
let engine: SpeechEngine
beforeAll(() => {
  const log = (message: string, { pid, peakMiB }: Readonly<Record<string, string | number>>) => {
    if (message === 'speech process started') startedPids.push(Number(pid))
    if (peakMiB !== undefined) peaks.push(Number(peakMiB))
  }
  engine = openSpeechEngine({ log })
})
afterAll(async () => await engine.close())

async function transcribe(pcm: AsyncIterable<Float32Array>, options: Partial<TranscribeOptions> = {}) {
  const windows: TranscribedWindow[] = []
  const { language } = await engine.transcribe(pcm, {
    signal: never,
    onWindow: (window) => void windows.push(window),
    ...options,
  })
  return { language, windows, text: windows.map(({ words }) => joinWords(words, language)).join(' ') }
}

/** A voice 46 dB quieter, with an echo and with noise 23 dB below it. The noise is the same in every run. */
async function* farAway(): AsyncIterable<Float32Array> {
  const echo = new Float32Array(1600)
  let at = 0
  let seed = 1
  for await (const chunk of decodeAudio(twoCities)) {
    yield chunk.map((sample) => {
      seed = (seed * 16_807) % 2_147_483_647
      const noise = (seed / 2_147_483_647 - 0.5) * 0.0001
      const reflected = echo[at % echo.length] ?? 0
      echo[at++ % echo.length] = sample + reflected * 0.3
      return (sample + reflected * 0.3) * 0.005 + noise
    })
  }
}

describe('the speech engine', { timeout: 120_000 }, () => {
  it('transcribes German and detects the language', async () => {
    const { language, text } = await transcribe(decodeAudio(german))
    expect(language).toBe('de')
    expect(wordErrorRate(await readFile('test/fixtures/german.txt', 'utf8'), text)).toBeLessThanOrEqual(0.15)
  })

  it('separates two voices that take turns', async () => {
    const [reader, speaker] = [await collect(decodeAudio(twoCities), 12), await collect(decodeAudio(german), 10)]
    const { turns, speakers } = await engine.diarize(streamOf(concat([reader, speaker, reader])), { signal: never })
    expect(speakers).toHaveLength(2)
    const change = (reader.length / 16_000) * 1000
    const changeBack = change + (speaker.length / 16_000) * 1000
    for (const turn of turns) {
      const middle = (turn.start + turn.end) / 2
      expect(turn.speaker).toBe(middle > change && middle < changeBack ? 1 : 0)
    }
    for (const { embedding } of speakers) expect(Math.hypot(...embedding)).toBeCloseTo(1)
    expect(await engine.diarize(streamOf(new Float32Array(32_000)), { signal: never })).toEqual({ turns: [], speakers: [] })
    expect(await engine.diarize(streamOf(new Float32Array(0)), { signal: never })).toEqual({ turns: [], speakers: [] })
    expect(peaks.at(-1)).toBeLessThan(400)
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

  it('understands a quiet voice from the far end of a room', async () => {
    expect(
      wordErrorRate(await readFile('test/fixtures/two-cities.txt', 'utf8'), (await transcribe(farAway())).text),
    ).toBeLessThan(0.25)
  })

  it('translates German to English', async () => {
    const { language, text } = await transcribe(decodeAudio(german), { translate: true })
    expect(language).toBe('en')
    expect(text).toMatch(/\b(the|and|of|to)\b/)
    expect(text).not.toMatch(/\b(und|der|das|nicht)\b/)
  })

  it('cuts a recording where its language changes', async () => {
    const clips = await readClips()
    const [first, second] = ['de', 'en'].map((language) => clips.find((clip) => clip.language === language)!)
    const { windows } = await transcribe(streamOf(Float32Array.from([...first!.pcm, ...second!.pcm])))
    expect(windows.map(({ language }) => language)).toEqual(['de', 'en'])
  })

  it('spells a name as in the glossary', async () => {
    const clip = (await readClips()).find(({ text }) => text.includes('kowloon'))!
    expect((await transcribe(streamOf(clip.pcm))).text).not.toContain('Kowloon')
    expect((await transcribe(streamOf(clip.pcm), { glossary: ['Okafor', 'Kowloon'] })).text).toContain('Kowloon')
  })

  it('stops after a window on request, and the next job does not get the rest', async () => {
    const windows: TranscribedWindow[] = []
    const onWindow = async (window: TranscribedWindow) => {
      windows.push(window)
      return 'stop' as const
    }
    const stopped = await engine.transcribe(decodeAudio(twoCities), { signal: never, onWindow })
    expect(stopped).toMatchObject({ isStopped: true })
    expect(windows).toHaveLength(1)
    expect((await transcribe(decodeAudio(german))).language).toBe('de')
  })

  it('resumes after the last saved window', async () => {
    const { windows, text } = await transcribe(decodeAudio(twoCities), { resumeAt: 29_000, language: 'en' })
    expect(text).toMatch(/^In short, the period was so far like the present period/)
    expect(windows[0]!.start).toBeGreaterThanOrEqual(29_000)
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

  it('loses no sentence of a recording of several utterances, including quiet ones after loud ones', async () => {
    const clips = (await readClips()).filter(({ language }) => language === 'fr')
    const { pcm, text: expected } = joinClips(clips, [], { seed: 1, spread: 15 })
    const { text } = await transcribe(streamOf(pcm))
    const { words, deletions, longestLoss } = countWordErrors(expected, text)
    expect(longestLoss).toBeLessThanOrEqual(3)
    expect(deletions / words).toBeLessThanOrEqual(0.06)
  })

  it('fails when its process is killed, and runs the next job in a new one', async () => {
    const killer = () => process.kill(startedPids.at(-1)!, 'SIGKILL')
    await expect(transcribe(decodeAudio(twoCities), { onProgress: killer })).rejects.toMatchObject({ kind: 'engine-died' })
    const started = startedPids.length
    expect((await transcribe(decodeAudio(german))).language).toBe('de')
    expect(startedPids).toHaveLength(started + 1)
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
    const exited = once(parent, 'exit')
    for await (const line of parent.stdout) if (String(line).includes('working')) break
    parent.kill('SIGKILL')
    // The engine's process writes to the same pipe, so it closes only when both have exited.
    for await (const line of parent.stderr) expect(String(line)).toBe('')
    expect(await exited).toEqual([null, 'SIGKILL'])
  })

  it('does not keep a program running, and exits by itself when it is idle', async () => {
    const work = 'await engine.transcribe(short(), { signal, onWindow() {} })'
    const quick = start(program('', work))
    expect(await textOf(quick.stdout)).toBe('speech process started\nspeech job finished\n')
    const resting = start(
      program('idle: 1', `${work}; const awake = setInterval(() => {}, 50); await ended.promise; clearInterval(awake)`),
    )
    expect(await textOf(resting.stdout)).toBe('speech process started\nspeech job finished\nspeech process ended\n')
  })
})

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}

/** Returns at most this many seconds of audio. */
async function collect(pcm: AsyncIterable<Float32Array>, seconds: number): Promise<Float32Array> {
  const out = new Float32Array(seconds * 16_000)
  let filled = 0
  for await (const chunk of pcm) {
    if (filled === out.length) break
    out.set(chunk.subarray(0, out.length - filled), filled)
    filled = Math.min(out.length, filled + chunk.length)
  }
  return out.subarray(0, filled)
}
