import { describe, expect, it } from 'vitest'
import { createLanguageSplitter } from './languageSwitch.ts'

const RATE = 16_000
/** Each value of the audio is the number of a language. */
const LANGUAGES = ['', 'en', 'de', 'fr']

/** Returns a window from `start` seconds with pieces of speech of five seconds and pauses of one second between them. */
function windowOf(start: number, ...languages: number[]) {
  const segments = languages.map((_, i) => ({
    start: (start + i * 6) * RATE,
    end: (start + i * 6 + 5) * RATE,
    probability: 0.95,
  }))
  const pcm = new Float32Array(languages.length * 6 * RATE)
  languages.forEach((language, i) => pcm.fill(language, i * 6 * RATE, (i * 6 + 5) * RATE))
  return { start: start * RATE, pcm, segments }
}

function splitter(probability = 0.95) {
  let detections = 0
  const split = createLanguageSplitter(async (pcm) => {
    detections++
    return { language: LANGUAGES[pcm[0]!]!, probability, noSpeech: 0 }
  })
  return { split, detections: () => detections }
}

describe('a window', () => {
  it('is cut at the pause at which the language changes', async () => {
    const { split } = splitter()
    const parts = await split(windowOf(10, 2, 2, 1, 3))
    expect(parts.map(({ language, window }) => [language, window.start / RATE, window.segments.length])).toEqual([
      ['de', 10, 2],
      ['en', 21.5, 1],
      ['fr', 27.5, 1],
    ])
    expect(parts.reduce((sum, { window }) => sum + window.pcm.length, 0)).toBe(24 * RATE)
    expect([...new Set(parts[1]!.window.pcm)]).toEqual([0, 1])
  })

  it('stays whole in one language, for one detection a window', async () => {
    const { split, detections } = splitter()
    const windows = [windowOf(0, 1, 1, 1), windowOf(30, 1, 1), windowOf(60, 1, 1, 1)]
    for (const window of windows) expect(await split(window)).toEqual([{ window, language: undefined }])
    expect(detections()).toBe(4)
  })

  it('is examined piece by piece once the recording has switched languages', async () => {
    const { split } = splitter()
    await split(windowOf(0, 1, 2))
    expect((await split(windowOf(30, 2, 1, 2))).map(({ language }) => language)).toEqual(['de', 'en', 'de'])
  })

  it('is not cut when only its beginning is unclear', async () => {
    const split = createLanguageSplitter(async (pcm) => {
      const language = LANGUAGES[pcm[0]!]!
      return { language, probability: language === 'en' ? 0.95 : 0.6, noSpeech: 0 }
    })
    for (const window of [windowOf(0, 2, 1), windowOf(30, 1, 1)])
      expect(await split(window)).toEqual([{ window, language: undefined }])
  })

  it('is examined more closely where four seconds are unclear', async () => {
    const split = createLanguageSplitter(async (pcm) => {
      const language = LANGUAGES[pcm[0]!]!
      return { language, probability: language === 'de' && pcm.length <= 4 * RATE ? 0.6 : 0.95, noSpeech: 0 }
    })
    expect((await split(windowOf(0, 2, 1))).map(({ language }) => language)).toEqual(['de', 'en'])
  })

  it('is not cut by a guess or by a piece that is too short', async () => {
    const window = windowOf(0, 1, 2)
    expect(await splitter(0.6).split(window)).toEqual([{ window, language: undefined }])
    const short = { ...window, segments: [window.segments[0]!, { start: 6 * RATE, end: 8 * RATE, probability: 0.95 }] }
    expect(await splitter().split(short)).toEqual([{ window: short, language: undefined }])
  })
})
