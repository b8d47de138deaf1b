import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { bundledModelsDir } from './engine.ts'
import type { TranscribedWindow } from './speech.ts'
import { openTranscriber, type Transcriber } from './transcriber.ts'

const CASES = join(import.meta.dirname, '../../../test/fixtures/sound/cases')
let transcriber: Transcriber
beforeAll(async () => {
  transcriber = await openTranscriber({ modelsDir: bundledModelsDir, threads: 2 })
})
afterAll(async () => await transcriber.close())

/** Returns the text, the starts of the words in seconds, and the spans that are marked as not understood. */
async function transcribe(name: string) {
  const windows: TranscribedWindow[] = []
  await transcriber.transcribe(decodeAudio(join(CASES, name)), {
    resumeAt: 0,
    onProgress: () => undefined,
    onWindow: async (window) => void windows.push(window),
  })
  const words = windows.flatMap((window) => window.words)
  return {
    text: words.map(([, , text]) => text).join(' '),
    starts: words.map(([start]) => start / 1000),
    marks: windows.flatMap(({ notUnderstood }) => notUnderstood),
  }
}
const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

describe('short utterances', () => {
  it('are all kept when people say the same thing one after another', async () => {
    const rollCall = await transcribe('20-roll-call.opus')
    expect(count(rollCall.text, /\byes\b/gi) + rollCall.marks.length).toBe(11)
    expect(rollCall.text).toMatch(/The motion is carried/)
    expect(count((await transcribe('21-i-do-not-recall-5x.opus')).text, /recall/g)).toBe(5)
    expect(count((await transcribe('33-however-4x.wav')).text, /However/g)).toBe(4)
  })

  it('are marked when they are not understood', async () => {
    const { starts, marks } = await transcribe('22-many-people-6x.opus')
    for (const start of [0, 1.7, 3.4, 5.2, 6.9, 8.6])
      expect([...starts, ...marks.map((mark) => mark.start / 1000)].some((time) => Math.abs(time - start) < 0.4)).toBe(true)
  })

  it('do not shift the next sentence to their time', async () => {
    for (const [name, sentence] of [
      ['24-three-short-then-sentence.opus', 7.2],
      ['25-short-then-sentence.wav', 2.6],
    ] as const) {
      const { text, starts } = await transcribe(name)
      const index = text.split(' ').indexOf('The')
      expect(Math.abs(starts[index]! - sentence)).toBeLessThan(0.4)
      expect(starts[0]).toBeLessThan(0.3)
    }
  })
})

describe('speech that the recognizer considers silent', () => {
  it.each([
    ['26-digits.opus', 1.7, 5.2],
    ['27-ja-9x.opus', 0.1, 5.2],
  ])('is marked: %s', async (name, from, to) => {
    const { marks } = await transcribe(name)
    expect(marks.some(({ start, end }) => start / 1000 <= from && end / 1000 >= to)).toBe(true)
  })
})

it('a quiet voice with a constant offset is transcribed from the beginning', async () => {
  const { starts, text } = await transcribe('28-quiet-dc5.wav')
  expect(starts[0]).toBeLessThan(0.6)
  expect(text).toMatch(/north and within .* romantic and fascinating town of Sintra/)
})

it('fast speech is accepted when it is clear', async () => {
  expect((await transcribe('32-fast-spanish.opus')).text).toMatch(/viajeros .* riesgo del clima extremo .* planes de viaje/)
})
