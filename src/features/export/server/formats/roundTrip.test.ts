import { XMLParser, XMLValidator } from 'fast-xml-parser'
import ICAL from 'ical.js'
import mammoth from 'mammoth'
import { afterAll, describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { parseCsv, readPdfText, readRtfText } from '#test/server/readDocuments.ts'
import { unzip } from '#test/server/unzip.ts'
import { FORMAT_IDS, DEFAULT_OPTIONS, type ExportOptions, formatInfo, isWritten, type WrittenFormat } from '../../rules.ts'
import { createTranscript } from '../document/createDocument.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { writeFormat } from './writers.ts'

type Word = [number, number, string, number]
const say = (start: number, text: string): Word[] =>
  text.split(' ').map((word, index) => [start + index * 400, start + index * 400 + 350, word, 0.9])
const segment = (id: number, start: number, speaker: string, content: string): Segment => ({
  id: String(id),
  start_time: start,
  speaker,
  original_speaker: speaker,
  content,
  language: 'en',
  end_time: start + content.split(' ').length * 400,
  words: say(start, content),
})
const SEGMENTS = [
  segment(1, 1000, 'Ada', 'Good morning, we start with <the> budget & "costs".'),
  segment(2, 6000, 'Bruno', '=2+3 is not a formula, said Müller.'),
  segment(3, 11_000, 'Ada', 'Then we are done; thank you all.'),
]
const OPTIONS: ExportOptions = { ...DEFAULT_OPTIONS, highlights: true }

function createTestDocument(change: Partial<ExportOptions> = {}): ExportDocument {
  const options = { ...OPTIONS, ...change }
  return {
    id: 'a'.repeat(32),
    title: 'Budget <meeting>',
    duration: 15_000,
    language: 'en',
    folders: ['Plans'],
    recorded: { at: new Date('2026-11-21T09:12:00Z'), timezone: 1 },
    ...createTranscript(SEGMENTS, { language: 'en', speakerLabel: 'Speaker', options }),
    notes: [
      { heading: 'Summary', markdown: '## Points\n\n- **One** [0:01](#t=1000)\n- [x] Done\n\n| a | b |\n| - | - |\n| 1 | 2 |' },
    ],
    highlights: [{ start: 6000, end: 8000, text: 'is not a formula', comment: 'Check this' }],
    todos: [{ id: 'p1', text: 'Send the plan; today', owner: 'Ada', due: 'Friday', start: 6000, isDone: false }],
    chapters: [{ start: 0, end: 15_000, title: 'Budget' }],
    mindMap: [
      {
        id: 'c',
        title: 'Budget',
        span: { start: 0, end: 15_000 },
        leaves: [{ id: 'p1', text: 'Costs <rise>', speaker: 'Ada', passage: { start: 1000, end: 3000 } }],
      },
    ],
    audioName: 'Budget meeting.mp3',
    createdAt: new Date('2026-11-22T00:00:00Z'),
    options,
    hasHeader: true,
  }
}

/** What a reader found: the whole text, the start times of paragraphs or words in ms, and the names of speakers. */
type Found = { text: string; times?: number[]; speakers?: string[] }
type Reader = (bytes: Buffer) => Found | Promise<Found>

const xml = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', parseTagValue: false, parseAttributeValue: false })
function parseXml(source: string): Record<string, unknown> {
  expect(XMLValidator.validate(source)).toBe(true)
  return xml.parse(source) as Record<string, unknown>
}
/** Returns all texts of a parsed document in order, including attributes. */
function textsIn(node: unknown, skip: readonly string[] = []): string[] {
  if (typeof node === 'string') return [node]
  if (Array.isArray(node)) return node.flatMap((child) => textsIn(child, skip))
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, value]) => (skip.includes(name) ? [] : textsIn(value, skip)))
}
/** Returns the values of all attributes and elements with this name. */
function valuesOf(node: unknown, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((child) => valuesOf(child, name))
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? [value].flat().filter((entry) => typeof entry === 'string') : valuesOf(value, name),
  )
}
const decode = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')

/** Parses `1:02:03.400`, `02:03.400` or `0:14` as ms. */
function toMs(time: string): number {
  const parts = time.replace(',', '.').split(':').map(Number)
  return Math.round(parts.reduce((sum, part) => sum * 60 + part, 0) * 1000)
}
const allTimes = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, time = '']) => toMs(time))
const speakersIn = (text: string) => ['Ada', 'Bruno'].filter((name) => new RegExp(`\\b${name}\\b`).test(text))
const plain: (times: RegExp) => Reader = (times) => (bytes) => {
  const text = decode(String(bytes))
  return { text, times: allTimes(text, times), speakers: speakersIn(text) }
}
const clock = /(?:^|[^\d:])(\d{1,2}:\d{2})(?![\d:])/gm
const seconds = (values: readonly string[]) => values.map((value) => Math.round(Number(value) * 1000))

const fromRows = (rows: readonly string[][]): Found => {
  const body = rows.slice(1).filter((row) => row.length === 4)
  return {
    text: body.map((row) => row[3]?.replace(/^'/, '')).join('\n'),
    times: body.map((row) => toMs(row[0] ?? '')),
    speakers: [...new Set(body.map((row) => row[2] ?? ''))],
  }
}

const READERS: Readonly<Record<WrittenFormat, Reader>> = {
  txt: plain(clock),
  md: (bytes) => plain(clock)(Buffer.from(String(bytes).replaceAll(/\\([<>*_#])/g, '$1'))),
  html: (bytes) => {
    expect(String(bytes)).not.toMatch(/<(script|the|meeting)/)
    const text = decode(String(bytes).replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' '))
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  docx: async (buffer) => {
    const { value: text } = await mammoth.extractRawText({ buffer })
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  pdf: async (bytes) => {
    const text = await readPdfText(bytes)
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  odt: (bytes) => {
    const files = unzip(bytes)
    expect([...files.keys()][0]).toBe('mimetype')
    for (const name of ['styles.xml', 'meta.xml', 'META-INF/manifest.xml']) parseXml(String(files.get(name)))
    const content = String(files.get('content.xml'))
    parseXml(content)
    const text = decode(
      content
        .replaceAll(/<\/text:(p|h)>/g, '\n')
        .replaceAll(/<text:s [^>]*>/g, ' ')
        .replaceAll(/<[^>]+>/g, ''),
    )
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  rtf: (bytes) => {
    const text = readRtfText(String(bytes))
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  epub: (bytes) => {
    const files = unzip(bytes)
    expect(bytes.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip')
    const manifest = parseXml(String(files.get('EPUB/package.opf')))
    for (const href of valuesOf(manifest, 'href')) expect(files.has(`EPUB/${href}`)).toBe(true)
    const pages = [...files].filter(([name]) => name.endsWith('.xhtml')).map(([, page]) => String(page))
    for (const page of pages) parseXml(page)
    const text = decode(pages.join('\n').replaceAll(/<[^>]+>/g, ' '))
    return { text, times: allTimes(text, clock), speakers: speakersIn(text) }
  },
  xlsx: (bytes) => {
    const files = unzip(bytes)
    const shared = files.get('xl/sharedStrings.xml')
    const strings = shared
      ? [...String(shared).matchAll(/<si>(.*?)<\/si>/gs)].map(([, si = '']) => decode(si.replaceAll(/<[^>]+>/g, '')))
      : []
    const sheet = String(files.get('xl/worksheets/sheet1.xml'))
    expect(sheet).not.toContain('<f>')
    parseXml(sheet)
    const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([cell, inner = '']) =>
        cell.includes('t="s"')
          ? (strings[Number(inner.replaceAll(/<[^>]+>/g, ''))] ?? '')
          : decode(inner.replaceAll(/<[^>]+>/g, '')),
      ),
    )
    return fromRows(rows)
  },
  srt: plain(/^(\d\d:\d\d:\d\d,\d{3}) -->/gm),
  vtt: (bytes) => {
    expect(String(bytes)).toMatch(/^WEBVTT\n\n/)
    return plain(/^(\d\d:\d\d:\d\d\.\d{3}) -->/gm)(bytes)
  },
  ass: (bytes) => {
    const lines = String(bytes)
      .split('\n')
      .filter((line) => line.startsWith('Dialogue: '))
    const fields = lines.map((line) => line.slice(10).split(','))
    return {
      text: fields.map((field) => field.slice(9).join(',').replaceAll('\\N', ' ')).join('\n'),
      times: fields.map((field) => toMs(field[1] ?? '')),
      speakers: [...new Set(fields.map((field) => field[4] ?? ''))],
    }
  },
  sbv: plain(/^(\d:\d\d:\d\d\.\d{3}),/gm),
  ttml: (bytes) => {
    const parsed = parseXml(String(bytes))
    const text = decode(String(bytes).replaceAll(/<[^>]+>/g, ' '))
    return { text, times: valuesOf(parsed, 'begin').map(toMs), speakers: textsIn(parsed).flatMap(speakersIn) }
  },
  lrc: plain(/^\[(\d\d:\d\d\.\d\d)\]./gm),
  csv: (bytes) => fromRows(parseCsv(String(bytes).replace('\ufeff', ''))),
  tsv: (bytes) =>
    fromRows(
      String(bytes)
        .split('\n')
        .map((line) => line.split('\t')),
    ),
  json: (bytes) => {
    const { segments, ...rest } = JSON.parse(String(bytes)) as { segments: Segment[] }
    expect(Object.keys(rest)).toEqual(expect.arrayContaining(['notes', 'todos', 'highlights', 'chapters', 'turns']))
    return fromSegments(segments)
  },
  jsonl: (bytes) =>
    fromSegments(
      String(bytes)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Segment),
    ),
  xml: (bytes) => {
    const { recording } = parseXml(String(bytes)) as { recording: { transcript: { segment: Record<string, string>[] } } }
    const { segment: segments } = recording.transcript
    return {
      text: segments.map((entry) => decode(entry['text'] ?? '')).join('\n'),
      times: segments.map((entry) => Number(entry['start'])),
      speakers: [...new Set(segments.map((entry) => entry['speaker'] ?? ''))],
    }
  },
  ics: (bytes) => {
    const todos = new ICAL.Component(ICAL.parse(String(bytes)) as never).getAllSubcomponents('vtodo')
    expect(todos.map((todo) => [todo.getFirstPropertyValue('summary'), todo.getFirstPropertyValue('status')])).toEqual([
      ['Send the plan; today', 'NEEDS-ACTION'],
    ])
    return { text: '' }
  },
  textgrid: (bytes) => {
    const tiers = String(bytes)
      .split(/item \[\d+\]:/)
      .slice(1)
    expect(tiers).toHaveLength(4)
    for (const tier of tiers) {
      const [from, to] = ['xmin', 'xmax'].map((name) =>
        [...tier.matchAll(new RegExp(`^ {12}${name} = ([\\d.]+)`, 'gm'))].map(([, n]) => n),
      )
      expect(from!.slice(1)).toEqual(to!.slice(0, -1))
    }
    const intervals = [...tiers.join('').matchAll(/xmin = ([\d.]+)\n\s*xmax = [\d.]+\n\s*text = "((?:[^"]|"")*)"/g)].filter(
      ([, , text]) => text,
    )
    return {
      text: [...intervals]
        .sort((a, b) => Number(a[1]) - Number(b[1]))
        .map(([, , text = '']) => text.replaceAll('""', '"'))
        .join('\n'),
      times: seconds(intervals.map(([, time = '']) => time)),
      speakers: [...String(bytes).matchAll(/name = "(\w+)"/g)].map(([, name = '']) => name),
    }
  },
  eaf: (bytes) => {
    const parsed = parseXml(String(bytes))
    const slots = new Map(
      [...String(bytes).matchAll(/TIME_SLOT_ID="(\w+)" TIME_VALUE="(\d+)"/g)].map(([, id = '', time]) => [id, Number(time)]),
    )
    const annotations = [...String(bytes).matchAll(/TIME_SLOT_REF1="(\w+)".*?<ANNOTATION_VALUE>(.*?)<\/ANNOTATION_VALUE>/g)]
      .map(([, slot = '', text = '']) => ({ at: slots.get(slot) ?? -1, text: decode(text) }))
      .sort((a, b) => a.at - b.at)
    const ids = valuesOf(parsed, 'TIER_ID')
    for (const parent of valuesOf(parsed, 'PARENT_REF')) expect(ids).toContain(parent)
    return { text: annotations.map(({ text }) => text).join('\n'), times: annotations.map(({ at }) => at), speakers: ids }
  },
  rttm: (bytes) => {
    const fields = String(bytes)
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    expect(fields.every((line) => line.length === 10)).toBe(true)
    return {
      text: '',
      times: seconds(fields.map((line) => line[3] ?? '')),
      speakers: [...new Set(fields.map((line) => line[7] ?? ''))],
    }
  },
  ctm: (bytes) => {
    const fields = String(bytes)
      .trim()
      .split('\n')
      .map((line) => line.split(' '))
    expect(fields.every((line) => line.length === 6)).toBe(true)
    return { text: fields.map((line) => line[4]).join(' '), times: seconds(fields.map((line) => line[2] ?? '')) }
  },
  opml: (bytes) => outlineOf(parseXml(String(bytes)), 'text'),
  mm: (bytes) => outlineOf(parseXml(String(bytes)), 'TEXT'),
  svg: (bytes) => {
    const parsed = parseXml(String(bytes))
    expect(String(bytes)).not.toMatch(/<script|href|onload/)
    expect(decode(textsIn(parsed).join(' '))).toContain('Costs <rise>')
    return { text: '' }
  },
  png: (bytes) => {
    expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000)
    return { text: '' }
  },
  otio: (bytes) => {
    const text = String(bytes)
    const { tracks } = JSON.parse(text) as {
      tracks: { children: { children: { markers: { name: string; marked_range: { start_time: { value: number } } }[] }[] }[] }
    }
    const markers = tracks.children[0]!.children[0]!.markers
    expect(markers.map(({ name }) => name)).toEqual(['Budget', 'is not a formula'])
    return { text: '', times: markers.map(({ marked_range }) => marked_range.start_time.value).filter((time) => time > 0) }
  },
  edl: (bytes) => {
    expect(String(bytes)).toMatch(/^TITLE: Budget <meeting>\nFCM: NON-DROP FRAME\n/)
    expect(String(bytes)).toContain('|M:is not a formula – Check this |D:50')
    const times = [...String(bytes).matchAll(/^\d{3} .* C +(\d\d:\d\d:\d\d):(\d\d) /gm)].map(
      ([, time = '', frame]) => toMs(time) + Number(frame) * 40 - 3_600_000,
    )
    return { text: '', times: times.filter((time) => time > 0) }
  },
}

const fromSegments = (segments: readonly Segment[]): Found => {
  expect(segments.map(({ words }) => words)).toEqual(SEGMENTS.map(({ words }) => words))
  return {
    text: segments.map(({ content }) => content).join('\n'),
    times: segments.map(({ start_time }) => start_time),
    speakers: [...new Set(segments.map(({ speaker }) => speaker))],
  }
}

function outlineOf(parsed: unknown, name: string): Found {
  expect(valuesOf(parsed, name).map(decode).sort()).toEqual(['Budget', 'Budget <meeting>', 'Costs <rise>'])
  return { text: '' }
}

/** Formats without the words, the times or the speakers of the transcript. */
const NO_WORDS: readonly WrittenFormat[] = ['ics', 'rttm', 'opml', 'mm', 'svg', 'png', 'otio', 'edl']
const MARKERS_ONLY: readonly WrittenFormat[] = ['otio', 'edl']
const NO_SPEAKERS: readonly WrittenFormat[] = ['ics', 'ctm', 'opml', 'mm', 'svg', 'png', 'otio', 'edl']
const NO_TIMES: readonly WrittenFormat[] = ['ics', 'opml', 'mm', 'svg', 'png']

const WRITTEN = FORMAT_IDS.filter(isWritten)
const WORDS = SEGMENTS.flatMap(({ content }) => content.split(' '))
const table: string[] = []
afterAll(() =>
  console.log(`formats opened again: ${table.length} (and MP3 and the original sound in routes.test.ts)\n${table.join('\n')}`),
)

/** Returns how many of the words occur in the text, in order. */
function countWords(text: string): number {
  let at = 0
  let found = 0
  for (const word of WORDS) {
    const next = text.indexOf(word, at)
    if (next < 0) continue
    at = next + word.length
    found++
  }
  return found
}

describe('every format can be read with its words, times and speakers', () => {
  it.each(WRITTEN)('%s', async (format) => {
    const bytes = Buffer.from(await writeFormat(createTestDocument(), format))
    const { text, times = [], speakers = [] } = await READERS[format](bytes)
    const start = MARKERS_ONLY.includes(format) ? [6000] : SEGMENTS.map(({ start_time }) => start_time)
    const words = countWords(text)
    const hasTimes = start.every((time) => times.includes(time))
    const hasSpeakers = ['Ada', 'Bruno'].every((name) => speakers.includes(name))
    const mark = (isExpected: boolean, isThere: boolean) => (isExpected ? (isThere ? 'yes' : 'NO') : '-')
    table.push(
      [
        formatInfo(format).label.padEnd(9),
        String(bytes.length).padStart(7),
        (NO_WORDS.includes(format) ? '-' : `${words}/${WORDS.length}`).padStart(6),
        mark(!NO_TIMES.includes(format), hasTimes),
        mark(!NO_SPEAKERS.includes(format), hasSpeakers),
      ].join('  '),
    )
    expect({
      words: NO_WORDS.includes(format) || words,
      times: NO_TIMES.includes(format) || hasTimes || times,
      speakers: NO_SPEAKERS.includes(format) || hasSpeakers || speakers,
    }).toEqual({ words: NO_WORDS.includes(format) || WORDS.length, times: true, speakers: true })
  })

  it('all 33 of them, with the audio (A§6, B§9)', () => {
    expect(WRITTEN.length + 2).toBe(33)
  })
})
