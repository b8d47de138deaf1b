import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { IMPORTED_TRANSCRIPTS } from '#test/fixtures/importedTranscripts.ts'
import { minutes } from '#shared/units.ts'
import { decodeText } from './encoding/decodeText.ts'
import { ImportReport } from './ImportReport.ts'
import { importTranscript } from './importTranscript.ts'

const FOLDER = fileURLToPath(new URL('../../../../../test/fixtures/transcripts/', import.meta.url))
const DURATION = minutes(60)

function readFile(name: string) {
  const report = new ImportReport()
  const { text, encoding } = decodeText(new Uint8Array(readFileSync(FOLDER + name)))
  return { encoding, report, segments: importTranscript(text, DURATION, report) ?? [] }
}
const wordsOf = (name: string) => readFile(name).segments.flatMap(({ words }) => words ?? [])
const leftOutOf = (name: string) => readFile(name).report.leftOut.map(({ reason, count, places }) => [reason, count, places])

describe('a file of another program', () => {
  it('has its expected result in the table', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(IMPORTED_TRANSCRIPTS).toSorted())
  })

  it.each(Object.entries(IMPORTED_TRANSCRIPTS))('%s is imported as listed', (name, rows) => {
    const { segments } = readFile(name)
    expect(segments.map((each) => [each.start_time, each.end_time, each.speaker, each.content])).toEqual(rows)
  })

  it.each(Object.keys(IMPORTED_TRANSCRIPTS))('%s has words that form its text, in order of time', (name) => {
    for (const { content, words = [] } of readFile(name).segments) {
      expect(
        words
          .map(([, , word]) => word)
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(content.replaceAll(/\s/g, ''))
      expect(words.every(([start, end], n) => end >= start && start >= (words[n - 1]?.[0] ?? 0))).toBe(true)
    }
  })
})

describe('the times of words', () => {
  it.each<[string, [number, number, string][]]>([
    [
      'whisper.json',
      [
        [1000, 1200, 'Forty'],
        [1200, 2900, 'clinics'],
        [2900, 3100, 'open'],
        [3100, 3200, 'in'],
        [3200, 3500, 'May.'],
      ],
    ],
    [
      'revai.json',
      [
        [1000, 1500, 'Forty'],
        [1500, 3500, 'clinics.'],
        [4000, 4500, 'Who'],
        [4500, 6000, 'pays?'],
      ],
    ],
    [
      'vosk.json',
      [
        [1000, 1500, 'forty'],
        [1500, 3500, 'clinics'],
      ],
    ],
    [
      'speechmatics.json',
      [
        [1000, 1500, 'Forty'],
        [1500, 3500, 'clinics.'],
      ],
    ],
    [
      'elevenlabs-scribe.json',
      [
        [1000, 1500, 'Forty'],
        [1600, 3500, 'clinics.'],
      ],
    ],
    [
      'whisper-words-only.json',
      [
        [1000, 1500, 'Forty'],
        [1500, 3500, 'clinics.'],
      ],
    ],
  ])('of %s are those of the file', (name, expected) => {
    expect(wordsOf(name).map(([start, end, word]) => [start, end, word])).toEqual(expected)
  })

  it('of captions are those within their text', () => {
    expect(wordsOf('vtt-youtube-rolling.vtt').slice(0, 3)).toEqual([
      [400, 600, 'the', 1],
      [600, 1000, 'ferry', 1],
      [1000, 1500, 'leaves', 1],
    ])
  })

  it('that are missing from the file lie between those that are present', () => {
    expect(wordsOf('google-stt.json')).toEqual([
      [1000, 1500, 'forty', 1],
      [1500, 2500, 'clinics', 1],
      [2500, 2944, 'open', 1],
      [2944, 3167, 'in', 1],
      [3167, 3500, 'May', 1],
    ])
    expect(
      wordsOf('aws-transcribe.json')
        .slice(0, 3)
        .map(([start, end, word]) => [start, end, word]),
    ).toEqual([
      [1000, 1500, 'Forty'],
      [1500, 2500, 'clinics'],
      [2500, 3500, 'open.'],
    ])
  })
})

describe('the report of an import', () => {
  it.each<[string, unknown[]]>([
    ['google-meet-footer.txt', [['outside', 5, [1, 2, 3, 10, 12]]]],
    ['vtt-note-style-region.vtt', [['notSpeech', 9, [2, 4, 5, 7, 8, 9, 11, 12, 18]]]],
    ['srt-overlap-neg.srt', [['movedTime', 2, [2, 14]]]],
    ['word-transcribe.txt', [['outside', 3, [1, 2, 3]]]],
    ['srt-odd-times.srt', []],
    ['srt-cp1252.srt', []],
  ])('of %s lists what was left out, and where', (name, expected) => {
    expect(leftOutOf(name)).toEqual(expected)
  })
})

it.each([
  ['srt-cp1252.srt', 'windows-1252'],
  ['srt-cp1251.srt', 'windows-1251'],
  ['srt-shiftjis.srt', 'shift_jis'],
  ['srt-utf16le.srt', 'utf-16le'],
  ['srt-utf16be.srt', 'utf-16be'],
  ['srt-bom-crlf.srt', 'utf-8'],
])('%s is read as %s', (name, encoding) => {
  expect(readFile(name).encoding).toBe(encoding)
})
