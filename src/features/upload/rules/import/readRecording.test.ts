import { describe, expect, it } from 'vitest'
import { FIREFLIES_JSON, SERVICE_EXPORTS, type ServiceExport, SPOKEN } from '#test/fixtures/serviceExports.ts'
import { minutes } from '#shared/units.ts'
import { importTranscript } from '#features/transcription/rules.ts'
import { timeInName } from './entryNames.ts'
import { groupEntries } from './groupEntries.ts'
import { type ImportedRecording, readRecording } from './readRecording.ts'

const MODIFIED = new Date(2026, 5, 1, 9, 30).getTime()
const entriesOf = (files: ServiceExport) => Object.keys(files).map((path) => ({ path, size: 10, modifiedAt: MODIFIED }))

async function readAll(files: ServiceExport, folderNames = new Map<string, string>()): Promise<ImportedRecording[]> {
  const readText = async ({ entry }: { entry: { path: string } }) => files[entry.path] ?? ''
  return Promise.all(
    groupEntries(entriesOf(files)).groups.map((group) =>
      readRecording(group, { readText, parseTranscript: importTranscript }, folderNames),
    ),
  )
}

const spokenOf = ({ segments }: ImportedRecording) => segments?.map(({ speaker, content }) => [speaker, content]) ?? null
const local = (year: number, month: number, day: number, hour: number, minute: number, second = 0) =>
  new Date(year, month, day, hour, minute, second).getTime()

describe('an export', () => {
  it('of Otter has titles, dates and durations in its texts', async () => {
    const [first, second] = await readAll(SERVICE_EXPORTS['Otter, in bulk'])
    expect(first).toMatchObject({
      title: 'Clinics in spring',
      folder: null,
      problem: null,
      summary: '',
      startTime: local(2024, 2, 12, 10, 2),
      duration: minutes(12.5),
    })
    expect(spokenOf(first!)).toEqual(SPOKEN)
    expect(second?.title).toBe('Second')
    expect(spokenOf(second!)).toEqual(SPOKEN)
  })

  it('of Otter may have subtitles, folders, and sound without a transcript', async () => {
    const [first, second] = await readAll(SERVICE_EXPORTS['Otter, with subtitles in a folder'])
    expect(first).toMatchObject({ title: 'Clinics in spring', folder: 'Sales', startTime: MODIFIED })
    expect(spokenOf(first!)).toEqual(SPOKEN)
    expect(second).toMatchObject({ title: 'Clinics without transcript', folder: null, segments: null, problem: null })
  })

  it.each([
    ['Plaud, by name', '2026-03-02 14_22_33', null, local(2026, 2, 2, 14, 22, 33), '# Clinics\n\nForty open in May.'],
    ['Plaud, a folder for each recording', '2026-03-02 Clinics', 'Work', local(2026, 2, 2, 12, 0), 'Forty open in May.'],
    ['Plaud, a folder for each kind', 'Clinics', null, MODIFIED, 'Forty open in May.'],
  ] as const)('of %s is paired', async (name, title, folder, startTime, summary) => {
    const recordings = await readAll(SERVICE_EXPORTS[name])
    expect(recordings).toHaveLength(1)
    expect(recordings[0]).toMatchObject({ title, folder, startTime, summary, problem: null })
    expect(spokenOf(recordings[0]!)).toEqual(SPOKEN)
  })

  it('of Fireflies keeps meetings with one title apart by their times', async () => {
    const [first, second] = await readAll(SERVICE_EXPORTS['Fireflies, by name and time'])
    expect(first).toMatchObject({ title: 'Clinics in spring', startTime: 1_781_787_600_000, duration: minutes(12.5) })
    expect(first?.summary).toBe(
      '## Overview\n\nClinics open in May.\n\n## Action items\n\n- Tom finds out who pays.\n\n## Keywords\n\n- clinics',
    )
    expect(spokenOf(first!)).toEqual(SPOKEN)
    expect(second).toMatchObject({ title: 'Clinics in spring', startTime: Date.UTC(2026, 5, 25, 13), segments: null })
  })

  it('of the Fireflies API is read inside what wraps it', async () => {
    const document = JSON.stringify({ data: { transcript: JSON.parse(FIREFLIES_JSON) as unknown } })
    const [recording] = await readAll({ 'a.mp3': null, 'a.json': document })
    expect(spokenOf(recording!)).toEqual(SPOKEN)
    expect(recording?.title).toBe('Clinics in spring')
  })

  it('of Earshot keeps segments, words, folders and dates as they are', async () => {
    const segment = {
      id: 'x7',
      start_time: 1000,
      end_time: 3000,
      content: 'Hello.',
      speaker: 'Ada',
      original_speaker: 'Speaker 1',
    }
    const document = {
      filename: 'Plans: a/b',
      start_time: 1_772_000_000,
      duration: 12_000,
      is_trash: true,
      filetag_id_list: ['f1'],
      trans_result: [{ ...segment, words: [[1000, 3000, 'Hello.', 0.9]] }],
      ai_content: '# Plans',
      summary: null,
    }
    const folder = 'recordings/2026-02-25 Plans- a-b (3f9a01bc)'
    const files = {
      'account.json': '{}',
      [`${folder}/sound.wav`]: null,
      [`${folder}/transcript.json`]: JSON.stringify(document),
      [`${folder}/summary.md`]: 'another',
      [`${folder}/recording.md`]: 'a document',
      [`${folder}/recording.html`]: '<p>',
    }
    const { groups, account, skipped } = groupEntries(entriesOf(files))
    expect([groups.length, account?.path, skipped]).toEqual([1, 'account.json', 1])
    const [recording] = await readAll(files, new Map([['f1', 'Research']]))
    expect(recording).toEqual({
      title: 'Plans: a/b',
      startTime: 1_772_000_000_000,
      duration: 12_000,
      folder: 'Research',
      segments: document.trans_result,
      summary: '# Plans',
      isTrash: true,
      problem: null,
    })
  })
})

describe('the files of an export', () => {
  const keysOf = (...paths: string[]) =>
    groupEntries(paths.map((path) => ({ path, size: 1, modifiedAt: null }))).groups.map(({ sound, texts }) => [
      sound?.path ?? null,
      ...texts.map(({ entry }) => entry.path),
    ])

  it.each<[string, string[], (string | null)[][]]>([
    ['with one name in any case', ['Plan.MP3', 'plan.srt'], [['Plan.MP3', 'plan.srt']]],
    ['with a role in parentheses', ['Plan.m4a', 'Plan (transcript).txt'], [['Plan.m4a', 'Plan (transcript).txt']]],
    ['whose title ends like a role', ['Meeting notes.mp3', 'Meeting notes.txt'], [['Meeting notes.mp3', 'Meeting notes.txt']]],
    ['in two folders apart', ['a/Plan.mp3', 'b/Plan.txt'], [['a/Plan.mp3'], [null, 'b/Plan.txt']]],
    ['with two sounds as two recordings', ['P.mp3', 'P.wav', 'P.txt'], [['P.mp3', 'P.txt'], ['P.wav']]],
    ['beside the only recording of a folder', ['w/Meeting.mp3', 'w/summary.txt'], [['w/Meeting.mp3', 'w/summary.txt']]],
    ['beside two recordings alone', ['w/A.mp3', 'w/B.mp3', 'w/notes.txt'], [['w/A.mp3'], ['w/B.mp3'], [null, 'w/notes.txt']]],
    ['written by Windows', ['x\\Plan.mp3', 'x\\Plan.srt'], [['x\\Plan.mp3', 'x\\Plan.srt']]],
    [
      'with JSON and transcripts first',
      ['P.mp3', 'P.md', 'P-summary.txt', 'P.json', 'P.srt'],
      [['P.mp3', 'P.json', 'P.srt', 'P.md', 'P-summary.txt']],
    ],
    ['without names of their own', ['sound.wav', 'transcript.json'], [['sound.wav', 'transcript.json']]],
  ])('%s are paired', (_, paths, expected) => {
    expect(keysOf(...paths)).toEqual(expected)
  })

  it('are left out when their path leaves the archive, is absolute or hidden', () => {
    const paths = [
      '../a.mp3',
      'x/../../b.mp3',
      '/etc/c.mp3',
      `${'C'}:\\d.mp3`,
      '..\\e.mp3',
      '__MACOSX/._f.mp3',
      '.g.mp3',
      'h.exe',
      'i.mp3',
    ]
    expect(keysOf(...paths)).toEqual([['i.mp3']])
    expect(groupEntries(paths.map((path) => ({ path, size: 1, modifiedAt: null }))).skipped).toBe(8)
  })

  it('are grouped in time that grows with their number and the length of their names', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `${'a-'.repeat(50)}${n}/${'transcript-'.repeat(20)}.txt`)
    expect(groupEntries(many.map((path) => ({ path, size: 1, modifiedAt: null }))).groups).toHaveLength(10_000)
    expect(keysOf(`${'_'.repeat(100_000)}x.mp3`, `${' - '.repeat(50_000)}.txt`)).toHaveLength(0)
  })
})

describe('a recording', () => {
  const read = async (files: ServiceExport) => (await readAll(files))[0]

  it('whose transcript has no times is imported without it, and says so', async () => {
    expect(await read({ 'a.mp3': null, 'a-transcript.txt': 'Forty clinics.' })).toMatchObject({
      segments: null,
      problem: 'noTimes',
    })
  })

  it('without sound says so', async () => {
    expect(
      await read({ 'a.srt': SERVICE_EXPORTS['Otter, with subtitles in a folder']['otter export/Sales/Clinics in spring.srt'] }),
    ).toMatchObject({
      problem: 'noSound',
    })
  })

  it('does not take its transcript without times for its summary', async () => {
    const srt = SERVICE_EXPORTS['Otter, with subtitles in a folder']['otter export/Sales/Clinics in spring.srt']
    const spoken = 'Forty clinics open in May. And who pays?'
    expect(await read({ 'a.mp3': null, 'a.srt': srt, 'a.txt': spoken })).toMatchObject({ summary: '' })
    expect(await read({ 'a.mp3': null, 'a.srt': srt, 'a.txt': 'Forty open.' })).toMatchObject({ summary: 'Forty open.' })
  })

  it('has no invalid values from damaged or hostile documents', async () => {
    for (const text of [
      '{',
      '[]',
      'null',
      '{"trans_result":[{"start_time":"x"}],"filename":5,"duration":-1,"date":"never"}',
      '{"data":{"data":{}}}',
    ])
      expect(await read({ 'a.mp3': null, 'a.json': text })).toMatchObject({
        title: 'a',
        startTime: MODIFIED,
        segments: null,
        duration: null,
      })
  })
})

it.each<[string, number | null]>([
  ['2026-03-02 14_22_33', local(2026, 2, 2, 14, 22, 33)],
  ['20260302_142233', local(2026, 2, 2, 14, 22, 33)],
  ['Interview 2026-03-02 at 14.22', local(2026, 2, 2, 14, 22)],
  ['2026-06-01 Plan', MODIFIED],
  ['2026-03-02 Plan', local(2026, 2, 2, 12, 0)],
  ['2026-02-31 Plan', null],
  ['Order 120260302', null],
  ['Plan', null],
])('the time in the name %s is found', (name, expected) => {
  expect(timeInName(name, MODIFIED)).toBe(expected)
})
