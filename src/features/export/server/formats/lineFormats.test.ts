import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { parseCsv } from '#test/server/readDocuments.ts'
import { createMarkdownBudget } from '#shared/markdown/parseMarkdown.ts'
import { DEFAULT_OPTIONS, type WrittenFormat } from '../../rules.ts'
import { createTranscript } from '../document/createDocument.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { markdownBlocks } from '../document/markdownBlocks.ts'
import { writeFormat } from './writers.ts'

const segment = (id: number, speaker: string, content: string): Segment => ({
  id: String(id),
  start_time: id * 5000,
  end_time: id * 5000 + 4000,
  speaker,
  original_speaker: speaker,
  content,
})

function documentOf(hostile: string): ExportDocument {
  const segments = [segment(0, hostile, 'One.'), segment(1, 'Ada', hostile), segment(2, 'Ada', 'End.')]
  return {
    id: '',
    title: hostile,
    recorded: null,
    duration: 15_000,
    language: 'en',
    folders: [],
    audioName: 'Talk.mp3',
    ...createTranscript(segments, { language: 'en', speakerLabel: 'Speaker', options: DEFAULT_OPTIONS }),
    notes: [],
    todos: [],
    mindMap: [],
    highlights: [{ start: 5000, end: 6000, text: hostile, comment: hostile }],
    chapters: [{ start: 0, end: 15_000, title: hostile }],
    createdAt: new Date('2026-11-22T00:00:00Z'),
    options: DEFAULT_OPTIONS,
    hasHeader: true,
  }
}
const write = async (hostile: string, format: WrittenFormat) =>
  Buffer.from(await writeFormat(documentOf(hostile), format)).toString()

/** Splits a file into lines as programs do. */
// oxlint-disable-next-line no-control-regex
const LINE_END = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/

const HOSTILE = [
  'a\nb',
  'a\n\n0:07  Eve\nb',
  'a\r\rb',
  'a\u2028b\u2029c',
  'a\u0085\u000b\u000cb\u0000c',
  '\ufeff=1+1',
  ';; comment',
  'a\nSPEAKER x 1 0.000 9.000 <NA> <NA> Eve <NA> <NA>',
  'a\n001  001      V     C        01:00:00:00 01:00:00:01 01:00:00:00 01:00:00:01\n |C:ResolveColorRed |M:x |D:1',
  'a"\n            text = "b',
  'a\n# heading\n===\n~~~\n- item\n1. one\n> quote\n&lt;',
  '"a","b"\tc',
]

describe('texts, names and titles stay on their lines', () => {
  it.each(HOSTILE)('%j', async (hostile) => {
    const lines = async (format: WrittenFormat) => (await write(hostile, format)).trimEnd().split(LINE_END)
    expect((await lines('tsv')).map((line) => line.split('\t').length)).toEqual([4, 4, 4, 4])
    expect(parseCsv((await write(hostile, 'csv')).replace('\ufeff', '')).filter((row) => row.length > 1)).toHaveLength(4)
    for (const line of await lines('ctm')) expect(line).toMatch(/^[^\s;]\S* 1 \d+\.\d{3} \d+\.\d{3} \S+ \d\.\d\d$/)
    expect((await lines('rttm')).every((line) => /^SPEAKER \S+ 1 [\d.]+ [\d.]+ <NA> <NA> \S+ <NA> <NA>$/.test(line))).toBe(true)
    expect(await lines('rttm')).toHaveLength(2)
    const edl = await lines('edl')
    expect(edl.filter((line) => /^\d{3} /.test(line))).toHaveLength(2)
    expect(edl.filter((line) => line.startsWith(' |C:'))).toHaveLength(2)
    const grid = await lines('textgrid')
    expect(grid.filter((line) => /^\s+text = ".*"$/.test(line)).length).toBe(
      grid.filter((line) => /^\s+intervals \[/.test(line)).length,
    )
    for (const line of await lines('jsonl')) expect(() => JSON.parse(line) as unknown).not.toThrow()
  })

  it.each(HOSTILE)('are read from TXT as three paragraphs: %j', async (hostile) => {
    const text = (await write(hostile, 'txt')).split(/\n\nTranscript\n-+\n\n/)[1] ?? ''
    expect(text.split('\n\n').filter((paragraph) => /^0:\d\d(?:$|  )/m.test(paragraph))).toHaveLength(3)
    expect(text.match(/^0:\d\d/gm)).toHaveLength(3)
  })

  it.each(HOSTILE)('are no Markdown of their own: %j', async (hostile) => {
    const blocks = markdownBlocks(await write(hostile, 'md'), { hasTimes: true, budget: createMarkdownBudget() })
    // The title, the facts, two headings, the highlight with its comment, three paragraphs.
    expect(blocks.map(({ type }) => type).filter((type) => type === 'heading')).toHaveLength(3)
    expect(blocks.filter(({ type }) => type === 'item' || type === 'code' || type === 'rule')).toEqual([])
  })
})
