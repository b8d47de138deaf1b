import type { Segment } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'
import { type SeededRandom, seededRandom } from '#dev/seed/seededRandom.ts'

/** A made-up language: how its words are built and written. Word frequencies follow Zipf's law, as in speech. */
export type Language = {
  readonly code: string
  readonly words: readonly string[]
  readonly pick: (random: SeededRandom) => string
  /** The separator between words. */
  readonly space: string
}

const VOCABULARY = 30_000
const SEGMENT_WORDS = 60

const LATIN = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'w', 'st', 'tr', 'ch', 'pl'] as const
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou'] as const

/** Returns the languages of the library with the percentage of recordings in each. */
export function createLanguages(): { language: Language; share: number }[] {
  const random = seededRandom(76)
  const latinWord = () => {
    const syllables = random.integer(1, 4)
    return (
      Array.from({ length: syllables }, () => random.pickOne(LATIN) + random.pickOne(VOWELS)).join('') +
      (random.percent(40) ? 'n' : '')
    )
  }
  const characters = (from: number, count: number) => Array.from({ length: count }, (_, n) => String.fromCodePoint(from + n))
  const word = (letters: readonly string[], max: number) => () =>
    Array.from({ length: random.integer(1, max) }, () => random.pickOne(letters)).join('')
  const han = characters(0x4e00, 2500)
  const kana = characters(0x3042, 70)
  const hangul = characters(0xac00, 11_000).filter((_, n) => n % 16 === 0)
  return [
    { language: createLanguage('en', latinWord, ' '), share: 70 },
    { language: createLanguage('zh', word(han, 2), ''), share: 10 },
    { language: createLanguage('ja', () => word(han, 2)() + word(kana, 3)(), ''), share: 10 },
    { language: createLanguage('ko', word(hangul, 4), ' '), share: 10 },
  ]
}

function createLanguage(code: string, createWord: () => string, space: string): Language {
  const unique = new Set<string>()
  while (unique.size < VOCABULARY) unique.add(createWord())
  const words = [...unique].toSorted((a, b) => a.length - b.length)
  const totals = new Float64Array(words.length)
  for (let index = 0, total = 0; index < words.length; index++) totals[index] = total += 1 / (index + 2)
  const all = totals.at(-1) ?? 1
  const pick = (random: SeededRandom): string => {
    const wanted = random.next() * all
    let [low, high] = [0, words.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((totals[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return words[low] ?? ''
  }
  return { code, words, pick, space }
}

/** Returns a transcript of about this many words. Four people speak in turns. */
export function createTranscript(language: Language, words: number, random: SeededRandom): Segment[] {
  const segments: Segment[] = []
  for (let written = 0; written < words;) {
    const count = Math.min(words - written, random.integer(SEGMENT_WORDS / 3, SEGMENT_WORDS * 1.5))
    const start_time = seconds(Math.round((written * 60) / 150))
    written += count
    const speaker = `Speaker ${random.integer(1, 4)}`
    segments.push({
      id: `s${segments.length}`,
      start_time,
      end_time: seconds(Math.round((written * 60) / 150)),
      content: Array.from({ length: count }, () => language.pick(random)).join(language.space),
      speaker,
      original_speaker: speaker,
      language: language.code,
    })
  }
  return segments
}
