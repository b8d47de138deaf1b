import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { ImportReport, decodeText, importTranscript } from '#features/transcription/rules.ts'
import { LOCALES } from '#shared/locales.ts'
import { DEFAULT_OPTIONS, type ExportOptions, type WrittenFormat } from '../../rules.ts'
import { createTranscript } from '../document/createDocument.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { writeFormat } from './writers.ts'

/** Turns with content that formats and readers can misinterpret. Each ends with a sentence, so that paragraphs are preserved. */
const TURNS = [
  ['Ada Lovelace', 'Good morning, we start with <the> budget & "costs": x < 5 and y > 3.'],
  ['Bruno', 'The reason is: money. Remember: bring a coat at 10:30, please.'],
  ['Ada Lovelace', '=2+3 is not a formula, said Müller; 12:00 is lunch.'],
  ['Dr. Weiß, Tom', 'It’s 3 o’clock; [laughs] we meet at the pier.'],
  ['李雷', '四十家诊所五月开业。谁付钱？'],
  ['ليلى', 'صباح الخير جميعا، من يدفع؟'],
  ['Bruno', 'Fine.'],
] as const

function segmentOf([speaker, content]: readonly [string, string], n: number): Segment {
  const start = 1000 + n * 10_000
  const words = content
    .split(' ')
    .map((text, word): [number, number, string, number] => [start + word * 400, start + word * 400 + 350, text, 0.9])
  return {
    id: String(n + 1),
    start_time: start,
    end_time: words.at(-1)![1],
    speaker,
    original_speaker: speaker,
    content,
    words,
    language: 'en',
  }
}
const SEGMENTS = TURNS.map(segmentOf)

function documentOf(change: Partial<ExportOptions> = {}): ExportDocument {
  const options: ExportOptions = { ...DEFAULT_OPTIONS, highlights: true, ...change }
  return {
    id: 'a'.repeat(32),
    title: 'Budget <meeting> 10:30',
    duration: 80_000,
    language: 'en',
    folders: ['Plans'],
    recorded: { at: new Date('2026-11-21T09:12:00Z'), timezone: 1 },
    ...createTranscript(SEGMENTS, { language: 'en', speakerLabel: 'Speaker', options }),
    notes: [{ heading: 'Summary', markdown: '## Points\n\n- **One** [0:01](#t=1000)\n- [x] Done' }],
    highlights: [{ start: 21_000, end: 23_000, text: 'is not a formula', comment: 'Check this' }],
    todos: [],
    chapters: [{ start: 0, end: 80_000, title: 'Budget' }],
    mindMap: [],
    audioName: 'Budget.mp3',
    createdAt: new Date('2026-11-22T00:00:00Z'),
    options,
    hasHeader: true,
  }
}

/** What a format preserves: the precision of its times, speakers, and word times. */
type Kept = {
  precision: number
  speakers: boolean
  words: boolean
  change?: (text: string) => string
  name?: (name: string) => string
}
const WHOLE: Kept = { precision: 0, speakers: true, words: false }
const brackets = (text: string) => text.replaceAll('[', '(').replaceAll(']', ')')

/** Every text format that has times. */
const FORMATS: Partial<Record<WrittenFormat, Kept>> = {
  srt: WHOLE,
  vtt: WHOLE,
  // Commas separate the fields.
  ass: { ...WHOLE, precision: 10, name: (name) => name.replace(',', ' ').replaceAll(/\s+/g, ' ') },
  sbv: WHOLE,
  ttml: WHOLE,
  // Brackets hold the times.
  lrc: { ...WHOLE, precision: 10, change: brackets },
  csv: WHOLE,
  tsv: WHOLE,
  json: { ...WHOLE, words: true },
  jsonl: { ...WHOLE, words: true },
  xml: { ...WHOLE, words: true },
  txt: { ...WHOLE, precision: 1000 },
  md: { ...WHOLE, precision: 1000 },
  html: { ...WHOLE, precision: 1000 },
  textgrid: { ...WHOLE, words: true },
  eaf: { ...WHOLE, words: true },
  ctm: { precision: 0, speakers: false, words: true },
}

const plain = (text: string) => text.replaceAll(/\s+/g, '')

async function importAgain(format: WrittenFormat, document: ExportDocument) {
  const report = new ImportReport()
  const { text } = decodeText(await writeFormat(document, format))
  return { report, segments: importTranscript(text, 80_000, report) ?? [] }
}

/** Returns paragraphs as a format preserves them: joined without speakers, with the precision of its times. */
function asKept(segments: readonly Segment[], { precision, speakers, words, change = String, name = String }: Kept) {
  const texts = segments.map(({ content }) => plain(change(content)))
  return {
    texts: speakers ? texts : texts.join(''),
    ...(speakers && {
      speakers: segments.map(({ speaker }) => name(speaker)),
      starts: segments.map(({ start_time }) => (precision === 0 ? start_time : Math.floor(start_time / precision))),
    }),
    ...(words && { words: segments.flatMap((segment) => segment.words ?? []).map(([start, end, word]) => [start, end, word]) }),
  }
}

describe('what Earshot exports can be imported', () => {
  it.each(Object.entries(FORMATS) as [WrittenFormat, Kept][])('%s', async (format, kept) => {
    const { segments } = await importAgain(format, documentOf())
    expect(asKept(segments, kept)).toEqual(asKept(SEGMENTS, kept))
  })

  it.each(LOCALES)('a table with the headings of %s', async (locale) => {
    for (const format of ['csv', 'tsv'] as const) {
      const { segments, report } = await importAgain(format, documentOf({ locale }))
      expect(segments.map(({ speaker, content }) => [speaker, plain(content)])).toEqual(
        TURNS.map(([speaker, content]) => [speaker, plain(content)]),
      )
      expect(report.leftOut).toEqual([])
    }
  })

  it.each(['srt', 'vtt', 'ass', 'sbv', 'ttml', 'lrc', 'csv', 'json', 'xml', 'textgrid', 'eaf'] as const)(
    '%s without speakers, and invents none',
    async (format) => {
      const { segments } = await importAgain(format, documentOf({ speakers: 'none' }))
      expect(segments.map(({ speaker }) => speaker).filter(Boolean)).toEqual([])
      const change = FORMATS[format]?.change ?? String
      expect(plain(segments.map(({ content }) => content).join(''))).toBe(
        plain(change(TURNS.map(([, content]) => content).join(''))),
      )
    },
  )

  it('a single speaker, and numbers as names', async () => {
    for (const format of Object.keys(FORMATS) as WrittenFormat[]) {
      if (format === 'ctm') continue
      const { segments } = await importAgain(format, documentOf({ speakers: 'numbers' }))
      expect([format, ...segments.map(({ speaker }) => speaker)]).toEqual([
        format,
        'Speaker 1',
        'Speaker 2',
        'Speaker 1',
        'Speaker 3',
        'Speaker 4',
        'Speaker 5',
        'Speaker 2',
      ])
    }
  })
})
