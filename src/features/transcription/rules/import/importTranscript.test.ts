import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { locateWords } from '../editing/wordTimes.ts'
import { importTranscript } from './importTranscript.ts'

const DURATION = minutes(60)
/** Returns start, end, speaker and text of the imported segments. */
const read = (text: string, duration = DURATION) =>
  importTranscript(text, duration)?.map((segment) => [segment.start_time, segment.end_time, segment.speaker, segment.content]) ??
  null

/** The same two turns in the format of each program. Lena speaks from 1.0 to 3.5 s, Tom from 4.0 to 6.0 s. */
const FILES: Readonly<Record<string, string>> = {
  SRT: '1\r\n00:00:01,000 --> 00:00:03,500\r\nLena: Forty clinics\r\nopen in May.\r\n\r\n2\r\n00:00:04,000 --> 00:00:06,000\r\nTom: And who pays?\r\n',
  WebVTT:
    'WEBVTT - Meeting\n\nNOTE made by hand\n\nintro\n00:01.000 --> 00:03.500 align:start\n<v Lena>Forty <b>clinics</b> open in May.</v>\n\n00:04.000 --> 00:06.000\n<v.loud Tom>And who pays?\n',
  'Earshot and Plaud': JSON.stringify([
    { start_time: 1000, end_time: 3500, content: 'Forty clinics open in May.', speaker: 'Lena' },
    { start_time: 4000, end_time: 6000, content: 'And who pays?', speaker: 'Tom' },
  ]),
  'an archive of Earshot': JSON.stringify({
    filename: 'Meeting',
    trans_result: [
      { id: 'a', start_time: 1000, end_time: 3500, content: 'Forty clinics open in May.', speaker: 'Lena' },
      { id: 'b', start_time: 4000, end_time: 6000, content: 'And who pays?', speaker: 'Tom' },
    ],
  }),
  WhisperX: JSON.stringify({
    segments: [
      { start: 1, end: 3.5, text: ' Forty clinics open in May.', speaker: 'Lena', words: [] },
      { start: 4, end: 6, text: ' And who pays?', speaker: 'Tom' },
    ],
  }),
  'the API of Fireflies': JSON.stringify({
    title: 'Meeting',
    sentences: [
      { index: 0, speaker_name: 'Lena', text: 'Forty clinics open in May.', raw_text: 'x', start_time: 1, end_time: 3.5 },
      { index: 1, speaker_name: 'Tom', text: 'And who pays?', raw_text: 'x', start_time: '4.0', end_time: '6.0' },
    ],
  }),
  'a file of Fireflies': JSON.stringify([
    { sentence: 'Forty clinics open in May.', startTime: '00:01', endTime: '00:03.5', speaker_name: 'Lena' },
    { sentence: 'And who pays?', startTime: '00:04', endTime: '00:06', speaker_name: 'Tom' },
  ]),
  AssemblyAI: JSON.stringify({
    utterances: [
      { start: 1000, end: 3500, text: 'Forty clinics open in May.', speaker: 'Lena' },
      { start: 4000, end: 6000, text: 'And who pays?', speaker: 'Tom' },
    ],
  }),
  Deepgram: JSON.stringify({
    results: {
      utterances: [
        { start: 1, end: 3.5, transcript: 'Forty clinics open in May.', speaker: 'Lena' },
        { start: 4, end: 6, transcript: 'And who pays?', speaker: 'Tom' },
      ],
    },
  }),
}

/** Texts that only contain the start of each passage. */
const TEXTS: Readonly<Record<string, string>> = {
  Otter: 'Lena  0:01  \nForty clinics open in May.\n\nTom  0:04\nAnd who pays?\n\nTranscribed by https://otter.ai\n',
  Plaud: '00:00:01 Lena\nForty clinics open in May.\n\n00:00:04 Tom\nAnd who pays?\n',
  Earshot: '0:01  Lena\nForty clinics open in May.\n\n0:04  Tom\nAnd who pays?\n',
  'a text by hand': '[00:01] Lena: Forty clinics open in May.\n[00:04] Tom: And who pays?\n',
  'a text with spans': '(00:00:01 - 00:00:03) Lena\nForty clinics open in May.\n(00:00:04 - 00:00:06) Tom\nAnd who pays?\n',
}

describe('a transcript of another program', () => {
  it.each(Object.entries(FILES))('is read with times and speakers: %s', (_, text) => {
    expect(read(text)).toEqual([
      [1000, 3500, 'Lena', 'Forty clinics open in May.'],
      [4000, 6000, 'Tom', 'And who pays?'],
    ])
  })

  it.each(Object.entries(TEXTS))('lasts until the next passage when it has no ends: %s', (_, text) => {
    expect(read(text)).toEqual([
      [1000, 4000, 'Lena', 'Forty clinics open in May.'],
      [4000, 9000, 'Tom', 'And who pays?'],
    ])
  })

  it('of whisper.cpp is read without speakers, and joined into paragraphs', () => {
    const piece = (from: number, to: number, text: string) => ({ offsets: { from, to }, text })
    const document = {
      transcription: [piece(0, 900, ' Forty clinics'), piece(900, 2000, ' open in May.'), piece(9000, 9500, ' Yes.')],
    }
    expect(read(JSON.stringify(document))).toEqual([
      [0, 2000, '', 'Forty clinics open in May.'],
      [9000, 9500, '', 'Yes.'],
    ])
  })

  it('names the speakers of a separation as Earshot does', () => {
    const segments = [0, 1].map((n) => ({ start: n, end: n + 1, text: 'Yes.', speaker: `SPEAKER_0${n}` }))
    expect(read(JSON.stringify({ segments }))?.map(([, , speaker]) => speaker)).toEqual(['Speaker 1', 'Speaker 2'])
  })

  it('has paragraphs of 30 to 90 words that end with sentences', () => {
    const cues = Array.from({ length: 60 }, (_, n) => ({
      start: n * 2,
      end: n * 2 + 2,
      text: n % 4 === 3 ? 'and five more words here.' : 'and five more words here',
    }))
    const lengths = importTranscript(JSON.stringify({ segments: cues }), DURATION)?.map(
      ({ content }) => content.split(' ').length,
    )
    expect(Math.max(...(lengths ?? []))).toBeLessThanOrEqual(90)
    expect(lengths?.slice(0, -1).every((length) => length >= 30 && length % 20 === 0)).toBe(true)
  })

  it('has the times of its words, in the order of its text', () => {
    const [first] = importTranscript(FILES['SRT'] ?? '', DURATION) ?? []
    expect(first?.words?.map(([, , word]) => word)).toEqual(['Forty', 'clinics', 'open', 'in', 'May.'])
    expect(first?.words?.[0]?.[0]).toBe(1000)
    expect(first?.words?.at(-1)?.[1]).toBe(3500)
    expect(locateWords(first?.content ?? '', first?.words ?? [])).not.toContain(-1)
  })

  it('in Japanese is joined without spaces', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\n四十の診療所が\n\n2\n00:00:02,000 --> 00:00:03,000\n開きます。\n'
    expect(read(text)).toEqual([[1000, 3000, '', '四十の診療所が開きます。']])
  })

  it('does not go beyond the recording', () => {
    expect(read(FILES['SRT'] ?? '', 5000)).toEqual([
      [1000, 3500, 'Lena', 'Forty clinics open in May.'],
      [4000, 5000, 'Tom', 'And who pays?'],
    ])
    expect(read(FILES['SRT'] ?? '', 500)).toBeNull()
  })

  it.each([
    ['a text without times', 'Forty clinics open in May.\nAnd who pays?'],
    ['other JSON', '{"a":[1,2]}'],
    ['damaged JSON', '[{"start_time":1000'],
    ['nothing', ''],
    ['a sentence with a colon and a time', 'We meet at 10:30, and then: lunch.'],
  ])('is refused when it is %s', (_, text) => {
    expect(importTranscript(text, DURATION)).toBeNull()
  })

  it('is read in linear time', () => {
    const long = `${'a'.repeat(200_000)}: ${'1:1 '.repeat(50_000)}\n`
    expect(importTranscript(long, DURATION)).toBeNull()
    expect(
      importTranscript(`${'<'.repeat(100_000)}\n00:00:01,000 --> 00:00:02,000\n${'<'.repeat(100_000)}`, DURATION),
    ).not.toBeUndefined()
  })
})
