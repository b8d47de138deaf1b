import { availableParallelism } from 'node:os'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { SPEECH_SAMPLE_RATE } from '#platform/audio/audio.ts'
import { bundledModelsDir, openSpeechEngine } from '#platform/speech/engine.ts'
import { planWindows } from '#platform/speech/detection/planWindows.ts'
import { openSilero } from '#platform/speech/detection/silero.ts'
import { loadWhisper } from '#platform/speech/whisper/whisper.ts'
import type { PlannedWindow } from '#platform/speech/detection/windowPlanner.ts'

import { wordStartErrors } from '#test/fixtures/wordStarts.ts'

const FIXTURE = 'test/fixtures/two-cities.wav'
/** The page is repeated several times, because two windows would contain only the beginning and the end of a recording. */
const READINGS = 4
const ROUNDS = 3

/**
 * Measures the overhead around Whisper: a page of Dickens transcribed by calling Whisper directly on prepared windows, compared
 * with the whole path from file to words (decoding, speech detection, process, checkpoints). Same threads, best of three
 * alternating rounds. Goal: the whole path reaches at least 0.95 of the direct speed. Also prints how far word starts are from
 * those in a spectrogram.
 */
export async function run(): Promise<void> {
  const threads = Math.min(4, availableParallelism())
  const windows = await planAll()
  const whisper = await loadWhisper({ modelsDir: bundledModelsDir, threads })
  let peak = 0
  const words: { start: number; text: string }[] = []
  const engine = openSpeechEngine({ threads, log: (_says, { peakMiB }) => (peak = Number(peakMiB ?? peak)) })
  const transcribeAll = () =>
    engine.transcribe(readAloud(), {
      signal: new AbortController().signal,
      onWindow: (window) => void words.push(...window.words.map(([start, , text]) => ({ start, text }))),
    })
  const cold = await secondsOf(transcribeAll)
  let [direct, path] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    direct = Math.min(direct, await secondsOf(() => transcribeWindows(whisper, windows)))
    path = Math.min(path, await secondsOf(transcribeAll))
  }
  await Promise.all([whisper.close(), engine.close()])
  const length = await audioSeconds()
  console.log(`  ${length.toFixed(1)} s of sound, ${threads} threads`)
  print('direct', direct, length)
  print('path', path, length)
  print('path cold', cold, length)
  console.log(
    `  path runs at ${(direct / path).toFixed(2)} of the direct speed (goal 0.95: ${direct / path >= 0.95 ? 'ok' : 'OVER'}); its process held ${peak} MiB at most`,
  )
  const errors = (await wordStartErrors(words)).map(Math.abs).toSorted((a, b) => a - b)
  console.log(
    `  words start ${errors[errors.length >> 1]} ms from where they sound in the median, ${errors[Math.floor(errors.length * 0.9)]} ms at the 90th percentile (${errors.length} words; goal 50 ms in the median)`,
  )
  if (direct / path < 0.95 || errors[errors.length >> 1]! > 50) process.exitCode = 1
}

async function planAll(): Promise<PlannedWindow[]> {
  const silero = await openSilero({ modelsDir: bundledModelsDir })
  const windows: PlannedWindow[] = []
  for await (const window of planWindows(silero, readAloud(), { resumeAt: 0, onProgress: () => undefined })) windows.push(window)
  await silero.close()
  return windows
}

async function transcribeWindows(
  whisper: Awaited<ReturnType<typeof loadWhisper>>,
  windows: readonly PlannedWindow[],
): Promise<void> {
  for (const { pcm } of windows) await whisper.transcribe(pcm)
}

async function* readAloud(): AsyncGenerator<Float32Array, void> {
  for (let reading = 0; reading < READINGS; reading++) yield* decodeAudio(FIXTURE)
}

async function audioSeconds(): Promise<number> {
  let samples = 0
  for await (const chunk of readAloud()) samples += chunk.length
  return samples / SPEECH_SAMPLE_RATE
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

function print(name: string, seconds: number, length: number): void {
  console.log(`  ${name.padEnd(10)} ${seconds.toFixed(2).padStart(6)} s ${(length / seconds).toFixed(1).padStart(6)} x real time`)
}
