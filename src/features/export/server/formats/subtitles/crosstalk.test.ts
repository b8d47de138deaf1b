import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import spoken from '#test/fixtures/text/crosstalk.json' with { type: 'json' }
import { DEFAULT_OPTIONS, type ExportOptions } from '../../../rules.ts'
import { createTranscript } from '../../document/createDocument.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { writeFormat } from '../writers.ts'
import { type Cue, createCues } from './cues.ts'
import { previewCues } from './previewCues.ts'

type Spoken = Pick<Segment, 'start_time' | 'end_time' | 'speaker' | 'content'> & { words?: Segment['words'] }
const say = (start_time: number, end_time: number, speaker: string, content: string): Spoken => ({
  start_time,
  end_time,
  speaker,
  content,
})

function documentOf(segments: readonly Spoken[], change: Partial<ExportOptions> = {}, language = 'en'): ExportDocument {
  const options = { ...DEFAULT_OPTIONS, ...change }
  const complete = segments.map((segment, index) => ({ ...segment, id: String(index), original_speaker: segment.speaker }))
  return {
    id: '',
    title: 'Talk',
    recorded: null,
    duration: 31_000,
    language,
    folders: [],
    audioName: 'Talk.mp3',
    ...createTranscript(complete, { language, speakerLabel: 'Speaker', options }),
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

const cuesOf = (...parameters: Parameters<typeof documentOf>): Cue[] => createCues(documentOf(...parameters))
const textOf = ({ voices }: Cue): string => voices.flatMap(({ lines }) => lines).join(' ')
const linesOf = ({ voices }: Cue): number => voices.flatMap(({ lines }) => lines).length
const squeeze = (text: string) => text.replaceAll(/\s+/g, '')

function expectWatchable(cues: readonly Cue[]): void {
  let end = 0
  for (const cue of cues) {
    expect(cue.start).toBeGreaterThanOrEqual(end)
    expect(cue.end - cue.start).toBeGreaterThanOrEqual(500)
    expect(linesOf(cue)).toBeLessThanOrEqual(2)
    expect(textOf(cue)).not.toBe('')
    end = cue.end
  }
}

/** Parses a file of any format as simple programs do: blocks or lines that begin with times. */
const TIMES: Readonly<Record<'srt' | 'vtt' | 'ass' | 'sbv' | 'ttml', RegExp>> = {
  srt: /^(\d\d:\d\d:\d\d,\d{3}) --> (\d\d:\d\d:\d\d,\d{3})$/gm,
  vtt: /^(\d\d:\d\d:\d\d\.\d{3}) --> (\d\d:\d\d:\d\d\.\d{3})$/gm,
  ass: /^Dialogue: 0,(\d:\d\d:\d\d\.\d\d),(\d:\d\d:\d\d\.\d\d),/gm,
  sbv: /^(\d:\d\d:\d\d\.\d{3}),(\d:\d\d:\d\d\.\d{3})$/gm,
  ttml: /<p begin="([^"]+)" end="([^"]+)"/g,
}
const toMs = (time: string) =>
  time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
async function readTimes(document: ExportDocument, format: keyof typeof TIMES) {
  const file = Buffer.from(await writeFormat(document, format)).toString()
  return [...file.matchAll(TIMES[format])].map(([, start = '', end = '']) => [toMs(start), toMs(end)] as const)
}

describe('subtitles of people who speak at the same time', () => {
  it.each(Object.keys(TIMES) as (keyof typeof TIMES)[])(
    'are never shorter than half a second, and never overlap: %s',
    async (format) => {
      const times = await readTimes(documentOf(spoken), format)
      expect(times.length).toBeGreaterThan(5)
      for (const [index, [start, end]] of times.entries()) {
        expect(Math.round(end - start)).toBeGreaterThanOrEqual(500)
        expect(start).toBeGreaterThanOrEqual(times[index - 1]?.[1] ?? 0)
      }
    },
  )

  it('show the words of both as lines of one subtitle, with their names', async () => {
    const cues = cuesOf(spoken)
    expectWatchable(cues)
    expect(cues[0]).toMatchObject({
      start: 0,
      voices: [
        { speaker: 'Lena', lines: ['I think we should open the clinic in May.'] },
        { speaker: 'Tom', lines: ['No wait, the roof is not ready yet.'] },
      ],
    })
    expect(squeeze(cues.map(textOf).join(''))).toBe(squeeze(spoken.map(({ content }) => content).join('')))
    const write = async (format: 'srt' | 'vtt' | 'ass' | 'ttml' | 'lrc') =>
      Buffer.from(await writeFormat(documentOf(spoken.slice(4, 6)), format)).toString()
    expect(await write('srt')).toBe('1\n00:00:05,000 --> 00:00:08,000\nLena: Who pays for it then?\nTom: The city pays.\n')
    expect(await write('vtt')).toContain('<v Lena>Who pays for it then?</v>\n<v Tom>The city pays.</v>\n')
    expect(await write('ass')).toContain('Default,,0,0,0,,Lena: Who pays for it then?\\NTom: The city pays.\n')
    expect(await write('ttml')).toContain(
      '<span ttm:agent="speaker1">Who pays for it then?</span><br/><span ttm:agent="speaker2">The city pays.</span></p>',
    )
    expect(await write('lrc')).toContain('[00:05.00]Lena: Who pays for it then? / Tom: The city pays.\n')
  })

  it('have a dash before each of two people when names are left out', async () => {
    const document = documentOf(spoken.slice(4, 6), { speakers: 'none' })
    expect(Buffer.from(await writeFormat(document, 'srt')).toString()).toMatch(/\n- Who pays for it then\?\n- The city pays\.\n/)
  })

  it('are shown for a second if there is time, and as long as they take to read', () => {
    const [yes, long] = cuesOf([say(0, 100, 'Ada', 'Yes.'), say(5000, 5100, 'Ada', 'Nobody said that we would pay for it.')])
    expect(yes!.end - yes!.start).toBe(1000)
    expect(long!.end - long!.start).toBeGreaterThanOrEqual((37 / 20) * 1000)
  })

  it('show a short answer with the next one instead of flashing up', () => {
    const cues = cuesOf([say(0, 300, 'Ada', 'Yes.'), say(350, 700, 'Ben', 'No.'), say(4000, 6000, 'Ada', 'We will see.')])
    expect(cues.map(({ voices }) => voices.map(({ speaker }) => speaker))).toEqual([['Ada', 'Ben'], ['Ada']])
  })

  it('have at most 20 characters a second when the silence after them leaves the time', () => {
    for (const cue of cuesOf(spoken.slice(0, 8))) expect(textOf(cue).length / (cue.end - cue.start)).toBeLessThanOrEqual(0.0201)
    const fast = 'Everything happened extraordinarily quickly, and nobody had time to say anything about it at all. '.repeat(8)
    const cues = cuesOf([say(0, 20_000, 'Ada', fast.trim()), say(20_000, 24_000, 'Ada', 'And so on.')])
    expect(cues.some(({ isTooFast }) => isTooFast)).toBe(true)
    // Without a following silence, a delay would not help.
    expect(cues[1]!.start).toBe(cues[0]!.end)
    expect(cues[1]!.start).toBeLessThan(5000)
    expect(cues.at(-1)!.start - 20_000).toBeLessThanOrEqual(2000)
    expectWatchable(cues)
  })

  it('keep a long speech on two lines when another person says a word in between', () => {
    const speech = 'The clinics stayed open because the volunteers came every day, even when the roads were closed. '
      .repeat(6)
      .trim()
    const cues = cuesOf([say(0, 40_000, 'Ada', speech), say(20_000, 20_600, 'Ben', 'Mhm.')])
    expectWatchable(cues)
    expect(cues.filter((cue) => linesOf(cue) === 2).length).toBeGreaterThan(5)
  })

  it('are shown in the preview as in the file', () => {
    const document = documentOf(spoken)
    const { text } = previewCues('srt', createCues(document), document)
    expect(text).toContain('Lena: I think we should open the clinic in May.\nTom: No wait')
  })
})

const numbers = (count: number, make: (n: number) => Spoken) => Array.from({ length: count }, (_, n) => make(n))

describe('subtitles of odd transcripts can be watched', () => {
  it.each<[string, readonly Spoken[], string?]>([
    ['segments of a millisecond', numbers(40, (n) => say(n * 10, n * 10 + 1, n % 2 ? 'Ada' : 'Ben', `word${n} of a line.`))],
    ['segments without length', numbers(30, (n) => say(n * 700, n * 700, 'Ada', `word ${n} is said.`))],
    ['all at the same time', numbers(60, (n) => say(1000, 1000, `Speaker ${n % 5}`, `word number ${n}.`))],
    [
      'five people at once',
      numbers(50, (n) => say(n * 300, n * 300 + 4000, `Speaker ${n % 5}`, `This is the sentence number ${n}.`)),
    ],
    ['ends before starts', [say(5000, 4000, 'Ada', 'One two three.'), say(3000, 2000, 'Ben', 'Four five six.')]],
    ['times below zero', [say(-500, -100, 'Ada', 'One two three.'), say(-50, 400, 'Ada', 'Four.')]],
    ['beyond the end of the recording', [say(90_000, 90_001, 'Ada', 'Far too late, and very quick.')]],
    ['a word wider than two lines', [say(0, 9000, 'Ada', `See https://example.org/${'path/'.repeat(60)} for more.`)]],
    ['Thai without words or language', [say(0, 9000, 'Ada', 'วันนี้เราพูดคุยเรื่องงบประมาณและตารางเวลา'.repeat(8))], ''],
    ['Chinese without words', [say(0, 20_000, 'Ada', '今天的会议讨论了三个重要问题，预算、时间和人员。'.repeat(9))], 'zh'],
    [
      'words whose times go back',
      [
        {
          ...say(0, 4000, 'Ada', 'one two three'),
          words: [
            [3000, 3100, 'one', 1],
            [100, 200, 'two', 1],
            [50, 40, 'three', 1],
          ],
        },
      ],
    ],
    ['nothing but spaces', [say(0, 1000, 'Ada', ' \n\t '), say(1000, 2000, 'Ada', 'Words.')]],
    [
      'one crosstalk after another',
      numbers(2400, (n) => ({
        ...spoken[n % 24]!,
        start_time: spoken[n % 24]!.start_time + Math.floor(n / 24) * 31_000,
        end_time: spoken[n % 24]!.end_time + Math.floor(n / 24) * 31_000,
      })),
    ],
  ])('%s', (_, segments, language = 'en') => {
    const cues = cuesOf(segments, {}, language)
    expectWatchable(cues)
    const words = segments.toSorted((a, b) => a.start_time - b.start_time).map(({ content }) => content)
    expect([...squeeze(cues.map(textOf).join(''))].sort().join('')).toBe([...squeeze(words.join(''))].sort().join(''))
  })
})

/** Text that would begin or end a subtitle, or be interpreted instead of shown. */
const HOSTILE = [
  'a\n\n00:00:01,000 --> 00:00:02,000\nb',
  'a\r\rb',
  'a\u2028\u2029b',
  '\ufeffa',
  'a\u0085\u000b\u000cb',
  '\n0:00:01.000,0:00:02.000\nb',
  '0:00:01.000,0:00:02.000',
  '00:01.000 --> 00:02.000',
  'WEBVTT',
  'NOTE a',
  '</v><v Eve>b',
  '<i>a</i> <font color="red">b</font>',
  '{\\an8}a{\\b1}',
  '[00:01.00]b',
  '<00:01.00>b',
  'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,b',
  'a,b',
  '</p></div><p begin="1s">b',
  '7',
]

describe('texts and names cannot create subtitles', () => {
  it.each(HOSTILE)('%j', async (text) => {
    for (const segments of [
      [say(0, 2000, 'Ada', text), say(5000, 7000, 'Ada', 'End.')],
      [say(0, 2000, text, 'One.'), say(5000, 7000, 'Ada', 'End.')],
    ]) {
      const document = documentOf(segments)
      const files = new Map<string, string>()
      for (const format of ['srt', 'vtt', 'ass', 'sbv', 'ttml'] as const) {
        expect([format, (await readTimes(document, format)).length]).toEqual([format, 2])
        const file = Buffer.from(await writeFormat(document, format)).toString()
        // oxlint-disable-next-line no-control-regex
        expect(file).not.toMatch(/[\r\u2028\u2029\ufeff\u0085\u000b\u000c]/)
        files.set(format, file.trim())
      }
      const blocksOf = (format: string) => files.get(format)?.split(/\n\n/)
      expect([blocksOf('srt'), blocksOf('sbv'), blocksOf('vtt')?.slice(1)].map((blocks) => blocks?.length)).toEqual([2, 2, 2])
      expect(files.get('srt')).not.toMatch(/<\/?(i|font|v)\b|\{\\/)
      const lrc = Buffer.from(await writeFormat(document, 'lrc')).toString()
      expect(lrc.match(/^\[[\d:.]+\]./gm)).toHaveLength(2)
      expect(lrc).not.toMatch(/<\d+:/)
    }
  })
})
