import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { unzip } from '#test/server/unzip.ts'
import { DEFAULT_OPTIONS, type ExportOptions, type WrittenFormat } from '../../rules.ts'
import { createTranscript } from '../document/createDocument.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { writeFormat } from './writers.ts'

const segment = (id: number, start: number, speaker: string, content: string): Segment => ({
  id: String(id),
  start_time: start,
  speaker,
  original_speaker: speaker,
  content,
  language: 'en',
  end_time: start + content.split(' ').length * 400,
  words: content.split(' ').map((word, index) => [start + index * 400, start + index * 400 + 350, word, 0.9]),
})
const OPTIONS: ExportOptions = { ...DEFAULT_OPTIONS, highlights: true }

function createTestDocument(change: Partial<ExportOptions> = {}): ExportDocument {
  const options = { ...OPTIONS, ...change }
  const segments = [segment(1, 1000, 'Ada', 'Good morning.'), segment(2, 6000, 'Bruno', 'Good evening.')]
  return {
    id: '',
    title: 'Talk',
    recorded: null,
    duration: 8000,
    language: 'en',
    folders: [],
    audioName: 'Talk.mp3',
    ...createTranscript(segments, { language: 'en', speakerLabel: 'Speaker', options }),
    notes: [],
    highlights: [],
    todos: [],
    chapters: [],
    mindMap: [],
    createdAt: new Date('2026-11-22T00:00:00Z'),
    options,
    hasHeader: true,
  }
}

describe('the options', () => {
  const write = async (format: WrittenFormat, change: Partial<ExportOptions>) =>
    String(await writeFormat(createTestDocument(change), format).then(Buffer.from))

  it.each(['txt', 'md', 'html', 'rtf'] as const)('leave out speakers, times in %s', async (format) => {
    const text = await write(format, { speakers: 'none', times: 'none' })
    expect(text).not.toMatch(/\b(Ada|Bruno)\b/)
    expect(text).not.toContain('0:06')
    expect(await write(format, { speakers: 'numbers' })).toContain('Speaker 2')
  })

  it('add a time to each sentence', async () => {
    const document = { ...OPTIONS, times: 'sentences' as const }
    const { paragraphs } = createTranscript([segment(1, 0, 'Ada', 'One is done. Two is not.')], {
      language: 'en',
      speakerLabel: '',
      options: document,
    })
    expect(paragraphs.map(({ start, end, text }) => [start, end, text])).toEqual([
      [0, 1150, 'One is done.'],
      [1200, 2350, 'Two is not.'],
    ])
  })
})

describe('formulas', () => {
  it.each(['=1+1', '+1', '-1', '@a', '\t=1', '  =HYPERLINK("x")', '＝1'])('%j is text in CSV, TSV and XLSX', async (content) => {
    const document = createTestDocument()
    const [paragraph] = document.paragraphs
    const hostile = { ...document, paragraphs: [{ ...paragraph!, text: content, speaker: content }] }
    for (const format of ['csv', 'tsv'] as const) {
      const cells = String(Buffer.from(await writeFormat(hostile, format)))
        .split('\n')[1]!
        .split(format === 'csv' ? ',' : '\t')
        .slice(2)
      for (const cell of cells) expect(cell.replace(/^"/, '')).toMatch(/^'|^"?HYPER|^""|^\)/)
    }
    expect(String(unzip(Buffer.from(await writeFormat(hostile, 'xlsx'))).get('xl/worksheets/sheet1.xml'))).not.toContain('<f>')
  })
})
