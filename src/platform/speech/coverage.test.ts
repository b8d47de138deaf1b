import { describe, expect, it } from 'vitest'
import { decodeWindow, insertWords, type Decode } from './coverage.ts'
import type { TimeSpan } from './speech.ts'
import type { WindowTranscript } from './whisper/whisper.ts'
import type { TimedWord } from './whisper/wordTimes.ts'

const RATE = 16_000
/** Returns words spoken one after another from `start`, a third of a second each. */
const wordsFrom = (text: string, start: number, each = 333): TimedWord[] =>
  text.split(' ').map((word, i) => ({ text: word, confidence: 0.9, start: start + i * each, end: start + i * each + each - 20 }))
const transcriptOf = (words: readonly TimedWord[], noSpeech = 0.01): WindowTranscript => ({
  language: 'en',
  words,
  noSpeech,
  meanLogProb: -0.3,
})
const textOf = (words: readonly TimedWord[]) => words.map(({ text }) => text).join(' ')
const span = (start: number, end: number): TimeSpan => ({ start, end })

/** Returns a window from `start` with speech in the given ranges, in seconds of the recording. */
const windowOf = (start: number, seconds: number, ...speech: [number, number][]) => ({
  start: start * RATE,
  pcm: new Float32Array(seconds * RATE).fill(0.1),
  segments: speech.map(([from, to]) => ({ start: from * RATE, end: to * RATE, probability: 0.95 })),
})

/** Returns a decoder that returns the given texts in order and records its calls. */
function decoderOf(...texts: WindowTranscript[]) {
  const calls: { seconds: number; language?: string; temperature?: number }[] = []
  const decode: Decode = async (pcm, how) => {
    calls.push({ seconds: pcm.length / RATE, ...how })
    return texts[Math.min(calls.length, texts.length) - 1]!
  }
  return { decode, calls }
}

describe('decodeWindow', () => {
  it('decodes a window once when all of its speech has words', async () => {
    const { decode, calls } = decoderOf(transcriptOf(wordsFrom('it was the best of times it was the worst', 300)))
    const covered = await decodeWindow(windowOf(100, 4, [100.3, 103.5]), decode)
    expect(calls).toHaveLength(1)
    expect(covered.notUnderstood).toEqual([])
    expect(covered.words[0]).toMatchObject({ text: 'it', start: 100_300 })
  })

  it('decodes a skipped sentence again and inserts it in its place', async () => {
    const first = transcriptOf([...wordsFrom('it was the best of times', 300), ...wordsFrom('it was the season of light', 8300)])
    const { decode, calls } = decoderOf(first, transcriptOf(wordsFrom('it was the age of foolishness indeed', 350, 750)))
    const covered = await decodeWindow(windowOf(100, 11, [100.3, 110.3]), decode)
    expect(textOf(covered.words)).toBe('it was the best of times it was the age of foolishness indeed it was the season of light')
    expect(calls[1]).toMatchObject({ language: 'en' })
    expect(calls[1]!.seconds).toBeCloseTo(6.3, 0)
    expect(covered.notUnderstood).toEqual([])
  })

  it('reports the speech that no attempt understood', async () => {
    const { decode } = decoderOf(transcriptOf(wordsFrom('one two three', 0)), transcriptOf([], 0.2))
    const { words, notUnderstood } = await decodeWindow(windowOf(50, 6, [50, 55]), decode)
    expect(textOf(words)).toBe('one two three')
    expect(notUnderstood).toEqual([span(51_129, 55_000)])
  })

  it('reports speech that the decoder considers silent, but not noise', async () => {
    const silent = transcriptOf([], 0.9)
    const notUnderstood = async (probability: number) => {
      const window = windowOf(0, 6, [1, 5])
      const segments = window.segments.map((segment) => ({ ...segment, probability }))
      return (await decodeWindow({ ...window, segments }, decoderOf(silent).decode)).notUnderstood
    }
    expect(await notUnderstood(0.6)).toEqual([])
    expect(await notUnderstood(0.9)).toEqual([span(1000, 5000)])
  })

  it('reports a silent gap within a piece of speech that has words', async () => {
    const { decode } = decoderOf(transcriptOf(wordsFrom('my number is', 0)), transcriptOf([], 0.9))
    const window = windowOf(0, 6, [0, 5])
    const unsure = { ...window, segments: [{ ...window.segments[0]!, probability: 0.6 }] }
    expect((await decodeWindow(unsure, decode)).notUnderstood).toEqual([span(1129, 5000)])
  })

  it('removes repetitions of a loop and decodes their time range again', async () => {
    const first = transcriptOf(wordsFrom(Array.from({ length: 5 }, () => 'we went home').join(' '), 0))
    const { decode, calls } = decoderOf(first, transcriptOf(wordsFrom('and then the rain began to fall on us', 300, 450)))
    const { words } = await decodeWindow(windowOf(0, 5, [0, 5]), decode)
    expect(calls.length).toBeGreaterThan(1)
    expect(textOf(words)).toBe('we went home and then the rain began to fall on us')
  })
})

describe('short utterances', () => {
  const yes = (start = 350) => transcriptOf(wordsFrom('Yes.', start))
  const rollCall = windowOf(0, 8, [0, 2], [3, 3.4], [4.5, 4.9], [6, 6.4])

  it('decodes each piece of speech again that has no word, although its neighbours say the same', async () => {
    const first = transcriptOf([...wordsFrom('Are you all here?', 0), ...wordsFrom('Yes.', 3000)])
    const { decode, calls } = decoderOf(first, yes(), yes())
    const { words, notUnderstood } = await decodeWindow(rollCall, decode)
    expect(calls).toHaveLength(3)
    expect(textOf(words)).toBe('Are you all here? Yes. Yes. Yes.')
    expect(words.map(({ start }) => start).slice(4)).toEqual([3000, 4550, 6050])
    expect(notUnderstood).toEqual([])
  })

  it('places a word in the piece in which it was found, wherever its attention was', async () => {
    const first = transcriptOf([...wordsFrom('Are you all here?', 0), ...wordsFrom('Yes.', 3000), ...wordsFrom('Yes.', 6000)])
    const { decode } = decoderOf(first, yes(0))
    const { words } = await decodeWindow(rollCall, decode)
    expect(words.map(({ start }) => start).slice(4)).toEqual([3000, 4500, 6000])
  })

  it('drops the repetition of a word from a piece that is too short for it', async () => {
    const first = transcriptOf([...wordsFrom('Are you all here?', 0), ...wordsFrom('Yes.', 3000), ...wordsFrom('Yes.', 6000)])
    const { decode } = decoderOf(first, transcriptOf(wordsFrom('Yes yes', 300, 200)))
    expect(textOf((await decodeWindow(rollCall, decode)).words)).toBe('Are you all here? Yes. Yes Yes.')
  })

  it('reports each piece that no attempt understood', async () => {
    const { decode } = decoderOf(transcriptOf(wordsFrom('Are you all here?', 0)), transcriptOf([], 0.2))
    expect((await decodeWindow(rollCall, decode)).notUnderstood).toEqual([span(3000, 3400), span(4500, 4900), span(6000, 6400)])
  })
})

describe('insertWords', () => {
  const neighbours = [...wordsFrom('the cat sat', 0), ...wordsFrom('on the mat', 6000)]
  const place = { gap: span(1200, 5900), speech: [span(0, 7000)] }

  it('drops words that only repeat the neighbours', () => {
    expect(textOf(insertWords(neighbours, wordsFrom('cat sat quietly all day on the', 1250, 600), place))).toBe(
      'the cat sat quietly all day on the mat',
    )
  })

  it('keeps words that repeat neighbours beyond a silence', () => {
    const apart = { gap: span(2000, 3000), speech: [span(0, 1000), span(2000, 3000), span(6000, 7000)] }
    expect(textOf(insertWords(neighbours, wordsFrom('the cat sat', 2000), apart))).toBe('the cat sat the cat sat on the mat')
  })

  it('drops words that overlap existing ones', () => {
    expect(textOf(insertWords(neighbours, [...wordsFrom('cats', 350), ...wordsFrom('slept', 3000)], place))).toBe(
      'the cat sat slept on the mat',
    )
  })
})

const LONG_WORDS =
  'everybody generally understands extraordinary mathematical explanations regarding international communications notwithstanding considerable difficulties'

describe('the pace of speech', () => {
  const tooFast = (meanLogProb: number) => ({
    ...transcriptOf(wordsFrom(LONG_WORDS, 300, 330)),
    meanLogProb,
  })
  const window = windowOf(0, 5, [0.3, 4.5])

  it('accepts fast speech when it is clear', async () => {
    const { decode } = decoderOf(tooFast(-0.16))
    expect((await decodeWindow(window, decode)).words).toHaveLength(12)
  })

  it('refuses words that are too fast for any speaker', async () => {
    const { decode } = decoderOf(tooFast(-0.6))
    expect(await decodeWindow(window, decode)).toMatchObject({ words: [], notUnderstood: [span(300, 4500)] })
  })
})
