import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { textLimits } from '#features/files/rules.ts'
import { hours, minutes } from '#shared/units.ts'
import type { ImportedRow } from '#test/fixtures/importedTranscripts.ts'
import { encodeText } from '#test/fixtures/encodeText.ts'
import { ImportReport, formatPlaces } from './ImportReport.ts'
import { importTranscript } from './importTranscript.ts'
import { readTranscript } from './readTranscriptFile.ts'

type Variant = { text: string; paragraphs: readonly ImportedRow[] | null; words?: readonly [number, number, string][] }
/** Other ways in which programs and people write transcripts, with the expected results. */
const VARIANTS = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../../../test/fixtures/transcriptVariants.json', import.meta.url)), 'utf8'),
) as Readonly<Record<'texts' | 'json' | 'formats', Readonly<Record<string, Variant>>>>

describe.each(Object.entries(VARIANTS))('variants of %s', (_, variants) => {
  it.each(Object.entries(variants))('%s', (_name, { text, paragraphs, words }) => {
    const segments = importTranscript(text, minutes(60))
    const rows = segments?.map((each) => [each.start_time, each.end_time, each.speaker, each.content]) ?? null
    expect(rows).toEqual(paragraphs)
    const spoken = segments?.flatMap((each) => each.words ?? []).map(([start, end, word]) => [start, end, word])
    expect(words ? spoken : undefined).toEqual(words)
  })
})

const read = (text: string) => {
  const report = new ImportReport()
  const segments = importTranscript(text, minutes(60), report)
  return { segments, refusal: report.refusal, leftOut: report.leftOut.map(({ reason, places }) => [reason, ...places]) }
}

describe('a refusal', () => {
  it.each<[string, string, object]>([
    ['of nothing', ' \n', { reason: 'empty', place: null }],
    ['of a text without times', 'We met.\nThen we left.\n', { reason: 'noTimes', place: null }],
    ['of damaged JSON says the line', '{\n "segments": [\n  {"start": 1,\n', { reason: 'damaged', place: 4 }],
    ['of JSON without rows', '{"a": [1, 2]}', { reason: 'unknownJson', place: null }],
    ['of turns without texts', 'SPEAKER file 1 1.0 2.5 <NA> <NA> Lena <NA> <NA>\n', { reason: 'noTimes', place: null }],
    ['of another recording says the line', '1\n01:00:01,000 --> 01:00:02,000\nLate.\n', { reason: 'afterEnd', place: 2 }],
    ['of too much text', `0:01 Lena\n${'word '.repeat(1_300_000)}`, { reason: 'tooLong', place: null }],
    ['of too many times', '1:00 a\n'.repeat(200_001), { reason: 'tooLong', place: null }],
  ])('%s', (_, text, refusal) => {
    expect(read(text)).toMatchObject({ segments: null, refusal })
  })
})

describe('the report', () => {
  it.each<[string, string, unknown[]]>([
    [
      'a row of JSON lines that is damaged',
      '{"start":1,"end":3,"text":"A."}\n{"start":\n{"start":5,"end":6,"text":"B."}\n',
      [['badRow', 2]],
    ],
    ['rows without a text or of another kind', '[{"start":1,"end":2,"text":"A."},null,{"start":3,"end":4}]', [['badRow', 2]]],
    ['cells that are no times', 'start,end,text\n1.0,3.5,One two\nx,y,Lost words\n4.0,6.0,Three\n', [['badTime', 3]]],
    [
      'a time that cannot be read',
      '1\n00:00:xx,000 --> 00:00:02,000\nA.\n\n2\n00:00:03,000 --> 00:00:04,000\nB.\n',
      [['badTime', 2]],
    ],
    [
      'drawings and comments',
      '[Events]\nComment: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,x\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,A.\n',
      [['notSpeech', 2]],
    ],
    ['characters that were lost', '1\n00:00:01,000 --> 00:00:02,000\nCaf\ufffd\n', [['badCharacters', 3]]],
    [
      'sounds in a list of words',
      '{"words":[{"text":"(laughs)","start":0,"end":1,"type":"audio_event"},{"text":"Hi.","start":1,"end":2,"type":"word"}]}',
      [['notSpeech', 1]],
    ],
  ])('names %s', (_, text, leftOut) => {
    expect(read(text)).toMatchObject({ leftOut, refusal: null })
    expect(read(text).segments).not.toBeNull()
  })

  it('joins consecutive lines', () => {
    expect(formatPlaces([1, 2, 3, 7, 9, 10])).toBe('1–3, 7, 9–10')
    expect(formatPlaces([1, 3, 5, 7, 9, 11, 13])).toBe('1, 3, 5, 7, 9, 11 …')
  })
})

const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`

/** With these, lookbehind patterns, deep trees and spreading lists on the stack would take hours or throw. */
it.each<[string, string]>([
  ['a voice of spaces', cue(`<v${' '.repeat(200_000)}`)],
  ['voices that never close', cue('<v '.repeat(30_000))],
  ['brackets that never close', cue('{\\'.repeat(100_000))],
  ['closing brackets far away', cue(`${'<'.repeat(100_000)}>`)],
  ['ampersands', cue('&'.repeat(200_000))],
  ['colons', cue(':'.repeat(200_000))],
  ['a name without end', cue(`${'a'.repeat(200_000)}: b`)],
  ['arrows', '-->\n'.repeat(20_000)],
  ['digits', '1'.repeat(300_000)],
  ['times on one line', '1:11 '.repeat(20_000)],
  ['times on lines', '1:11\n'.repeat(20_000)],
  ['open lists', '['.repeat(300_000)],
  ['a deep object', `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`],
  ['deep elements', '<a>'.repeat(100_000)],
  ['attributes', `<tt ${'a="1" '.repeat(100_000)}>`],
  ['quotes', '"'.repeat(200_000)],
  ['separators', ','.repeat(200_000)],
  ['tags of a song', '[00:01.00]'.repeat(100_000)],
  ['tiers', `File type = "ooTextFile"\n${'"IntervalTier" "a" 0 1 99999999 '.repeat(20_000)}`],
  ['white space', `${' '.repeat(500_000)}x`],
  ['stars', `${'**'.repeat(100)}\n`.repeat(5000)],
  ['brackets before a time', `${'a('.repeat(150)}0:01\n`.repeat(3000)],
  ['two names in each line', cue('Lena: a\nTom: b\n'.repeat(5000))],
  [
    'rows in one document',
    JSON.stringify(Array.from({ length: 20_000 }, (_, n) => ({ start: n / 20, end: n / 20 + 0.04, text: 'a b' }))),
  ],
])('%s are read in linear time', (_, text) => {
  expect(() => importTranscript(text, hours(5))).not.toThrow()
})

it('a result describes how the file was read, and is refused when the server would refuse its transcript', () => {
  const limits = { duration: minutes(1), maxBytes: textLimits(minutes(1)).trans_result }
  const bytes = encodeText(cue('Größe'), 'windows-1252')
  expect(readTranscript(bytes, limits)).toMatchObject({
    encoding: 'windows-1252',
    isGuess: true,
    sample: ['Größe'],
    refusal: null,
    placeKind: 'line',
    segments: [{ content: 'Größe' }],
  })
  expect(readTranscript(bytes, limits, 'macintosh')).toMatchObject({ encoding: 'macintosh', isGuess: false })
  const long = new TextEncoder().encode(cue('word '.repeat(20_000)))
  expect(readTranscript(long, limits)).toMatchObject({ segments: null, refusal: { reason: 'tooLong' } })
})

it('a cue of a million words is split into paragraphs without losing any', () => {
  const words = Array.from({ length: 1_000_000 }, (_, n) => (n % 20 === 19 ? 'end.' : 'word'))
  const segments = importTranscript(cue(words.join(' ')), hours(5)) ?? []
  expect(segments.map(({ content }) => content).join(' ') === words.join(' ')).toBe(true)
  expect(segments.length).toBeGreaterThan(1000)
})
