import { describe, expect, it } from 'vitest'
import { decodeWindow, findGaps, insertWords, type Decode } from './coverage.ts'
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
  segments: speech.map(([from, to]) => ({ start: from * RATE, end: to * RATE })),
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

describe('findGaps', () => {
  it('returns stretches of speech of 1.2 s and more without a word', () => {
    expect(findGaps([], [span(0, 1199), span(5000, 6200)])).toEqual([span(5000, 6200)])
    expect(findGaps(wordsFrom('one two three', 1000), [span(0, 10_000)])).toEqual([span(2129, 10_000)])
  })

  it('does not return pauses, because no word is missing where there is no speech', () => {
    expect(findGaps([...wordsFrom('one', 0), ...wordsFrom('two', 9000)], [span(0, 400), span(9000, 9400)])).toEqual([])
  })

  it('returns gaps before, between and after the words', () => {
    const words = [...wordsFrom('one', 3000), ...wordsFrom('two', 8000)]
    expect(findGaps(words, [span(0, 12_000)])).toEqual([span(0, 2850), span(3463, 7850), span(8463, 12_000)])
  })
})

describe('decodeWindow', () => {
  it('decodes a window once when all of its speech has words', async () => {
    const { decode, calls } = decoderOf(transcriptOf(wordsFrom('it was the best of times it was the worst', 300)))
    const covered = await decodeWindow(windowOf(100, 4, [100.3, 103.5]), decode)
    expect(calls).toHaveLength(1)
    expect(covered.notUnderstood).toEqual([])
    expect(covered.words[0]).toMatchObject({ text: 'it', start: 100_300 })
  })

  it('decodes a skipped sentence again and inserts it where it belongs', async () => {
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

  it('does not report noise as missed speech', async () => {
    const { decode } = decoderOf(transcriptOf([]), transcriptOf([], 0.9))
    expect(await decodeWindow(windowOf(0, 6, [1, 5]), decode)).toMatchObject({ words: [], notUnderstood: [] })
  })

  it('removes repetitions of a loop and decodes their time range again', async () => {
    const first = transcriptOf(wordsFrom(Array.from({ length: 5 }, () => 'we went home').join(' '), 0))
    const { decode, calls } = decoderOf(first, transcriptOf(wordsFrom('and then the rain began to fall on us', 300, 450)))
    const { words } = await decodeWindow(windowOf(0, 5, [0, 5]), decode)
    expect(calls.length).toBeGreaterThan(1)
    expect(textOf(words)).toBe('we went home and then the rain began to fall on us')
  })
})

describe('insertWords', () => {
  const neighbours = [...wordsFrom('the cat sat', 0), ...wordsFrom('on the mat', 6000)]
  const gap = span(1200, 5900)

  it('drops words that only repeat the neighbours', () => {
    expect(textOf(insertWords(neighbours, wordsFrom('cat sat quietly all day on the', 1250, 600), gap))).toBe(
      'the cat sat quietly all day on the mat',
    )
  })

  it('drops words that overlap existing ones', () => {
    expect(textOf(insertWords(neighbours, [...wordsFrom('cats', 350), ...wordsFrom('slept', 3000)], gap))).toBe(
      'the cat sat slept on the mat',
    )
  })

  it('refuses words that are too fast for any speaker', () => {
    const fastWords = wordsFrom(Array.from({ length: 60 }, () => 'interesting').join(' '), 1200, 70)
    expect(insertWords(neighbours, fastWords, gap)).toBe(neighbours)
  })
})
