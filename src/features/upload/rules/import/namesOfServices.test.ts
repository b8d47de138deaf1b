import { describe, expect, it } from 'vitest'
import { importTranscript } from '#features/transcription/rules.ts'
import { minutes } from '#shared/units.ts'
import { timeInName } from './entryNames.ts'
import { groupEntries } from './groupEntries.ts'
import { readJsonFile, readTimedFile } from './readTextFile.ts'

/** Returns title, sound and texts of each recording, without folders. */
function pair(...paths: string[]) {
  const { groups } = groupEntries(paths.map((path) => ({ path, size: 1000, modifiedAt: null })))
  const nameOf = (path: string) => path.split('/').at(-1)!
  return groups.map(({ title, sound, texts }) => [
    title,
    sound && nameOf(sound.path),
    texts.map(({ entry }) => nameOf(entry.path)),
  ])
}

describe('the files of a service belong to one recording', () => {
  it.each<[string, string[], string, string[]]>([
    [
      'Zoom, on this computer',
      [
        "2026-05-28 09.00.00 Lena's Zoom Meeting/audio1234.m4a",
        "2026-05-28 09.00.00 Lena's Zoom Meeting/meeting_saved_closed_caption.txt",
        "2026-05-28 09.00.00 Lena's Zoom Meeting/chat.txt",
      ],
      "2026-05-28 09.00.00 Lena's Zoom Meeting",
      ['meeting_saved_closed_caption.txt', 'chat.txt'],
    ],
    [
      'Zoom, from the cloud',
      [
        'GMT20260528-090000_Recording.m4a',
        'GMT20260528-090000_Recording.transcript.vtt',
        'GMT20260528-090000_Recording.cc.vtt',
        'GMT20260528-090000_RecordingnewChat.txt',
      ],
      'GMT20260528-090000',
      [
        'GMT20260528-090000_Recording.transcript.vtt',
        'GMT20260528-090000_Recording.cc.vtt',
        'GMT20260528-090000_RecordingnewChat.txt',
      ],
    ],
    [
      'Zoom, with the size of the picture',
      ['GMT20260528-090000_Recording_1920x1080.mp4', 'GMT20260528-090000_Recording.transcript.vtt'],
      'GMT20260528-090000',
      ['GMT20260528-090000_Recording.transcript.vtt'],
    ],
    [
      'Teams',
      ['Budget-20260528_090000-Meeting Recording.mp4', 'Budget.vtt', 'Budget.docx'],
      'Budget',
      ['Budget.vtt', 'Budget.docx'],
    ],
    ['Teams in German', ['Etat-20260528_090000UTC-Besprechungsaufzeichnung.mp4', 'Etat.vtt'], 'Etat', ['Etat.vtt']],
    [
      'Meet',
      [
        'Budget - 2026_05_28 09_00 CEST - Recording.mp4',
        'Budget - 2026_05_28 09_00 CEST - Transcript.docx',
        'Budget - 2026_05_28 09_00 CEST - Notes by Gemini.docx',
      ],
      'Budget - 2026_05_28 09_00 CEST',
      ['Budget - 2026_05_28 09_00 CEST - Transcript.docx', 'Budget - 2026_05_28 09_00 CEST - Notes by Gemini.docx'],
    ],
    [
      'Webex',
      ['Budget-20260528 0900-1.mp4', 'Budget-20260528 0900-1.vtt'],
      'Budget-20260528 0900-1',
      ['Budget-20260528 0900-1.vtt'],
    ],
    ['subtitles in two languages', ['talk.mp4', 'talk.en.srt', 'talk.pt-BR.srt'], 'talk', ['talk.en.srt', 'talk.pt-BR.srt']],
    [
      'all that Whisper writes',
      ['talk.mp3', 'talk.srt', 'talk.vtt', 'talk.txt', 'talk.tsv', 'talk.json'],
      'talk',
      ['talk.json', 'talk.vtt', 'talk.srt', 'talk.tsv', 'talk.txt'],
    ],
    ['Japanese', ['会議.mp3', '会議_文字起こし.txt', '会議_要約.txt'], '会議', ['会議_文字起こし.txt', '会議_要約.txt']],
    ['Chinese, without a sign between', ['会议.mp3', '会议转写.txt', '会议摘要.txt'], '会议', ['会议转写.txt', '会议摘要.txt']],
    ['Korean', ['회의.mp3', '회의 녹취록.txt'], '회의', ['회의 녹취록.txt']],
    [
      'German',
      ['Sitzung.mp3', 'Sitzung_Transkript.txt', 'Sitzung_Zusammenfassung.txt'],
      'Sitzung',
      ['Sitzung_Transkript.txt', 'Sitzung_Zusammenfassung.txt'],
    ],
    [
      'French',
      ['Réunion.mp3', 'Réunion-transcription.txt', 'Réunion-résumé.txt'],
      'Réunion',
      ['Réunion-transcription.txt', 'Réunion-résumé.txt'],
    ],
    [
      'Spanish',
      ['Reunión.mp3', 'Reunión-transcripción.txt', 'Reunión-resumen.txt'],
      'Reunión',
      ['Reunión-transcripción.txt', 'Reunión-resumen.txt'],
    ],
    ['one name in two normal forms', ['x/Mu\u0308ller.mp3', 'x/M\u00fcller.txt'], 'Müller', ['Müller.txt']],
    ['a role in parentheses', ['Budget.mp3', 'Budget (transcript).txt'], 'Budget', ['Budget (transcript).txt']],
  ])('%s', (_, paths, title, texts) => {
    expect(pair(...paths)).toEqual([[title, expect.any(String), texts]])
  })

  it('but not when two recordings could be meant', () => {
    expect(
      pair('Budget-20260528_090000-Meeting Recording.mp4', 'Budget-20260604_090000-Meeting Recording.mp4', 'Budget.vtt'),
    ).toHaveLength(3)
    expect(pair('talk.en.mp3', 'talk.de.mp3', 'talk.fr.srt')).toHaveLength(3)
  })

  it('and copies are recordings of their own', () => {
    expect(pair('Budget.mp3', 'Budget - Copy.mp3', 'Budget.txt', 'Budget - Copy.txt')).toEqual([
      ['Budget', 'Budget.mp3', ['Budget.txt']],
      ['Budget - Copy', 'Budget - Copy.mp3', ['Budget - Copy.txt']],
    ])
  })
})

const json = (document: object) => readJsonFile(JSON.stringify(document), importTranscript)
const turns = [
  { start: 1, end: 3.5, text: 'Forty clinics.' },
  { start: 4, end: 6, text: 'Who pays?' },
]

describe('the duration in a document', () => {
  it.each<[string, object, number]>([
    [
      'of Whisper is in seconds',
      { task: 'transcribe', language: 'english', duration: 125.3, text: 'x', segments: turns },
      125_300,
    ],
    [
      'of Fireflies is in minutes',
      { title: 'T', duration: 12.5, sentences: [{ text: 'Hi', start_time: 1, end_time: 2 }] },
      minutes(12.5),
    ],
    [
      'of AssemblyAI is in seconds',
      { audio_duration: 125, utterances: [{ start: 1000, end: 2000, text: 'Hi', speaker: 'A' }] },
      125_000,
    ],
    [
      'of Deepgram is in seconds',
      { metadata: { duration: 6.5 }, results: { utterances: [{ start: 1, end: 2, transcript: 'Hi' }] } },
      6500,
    ],
    [
      'of Azure is in milliseconds',
      { durationMilliseconds: 6000, phrases: [{ offsetMilliseconds: 1000, durationMilliseconds: 500, text: 'Hi' }] },
      6000,
    ],
    [
      'of Plaud is in milliseconds',
      { filename: 'T', duration: 6000, trans_result: [{ start_time: 1000, end_time: 3500, content: 'Hi' }] },
      6000,
    ],
  ])('%s', (_, document, duration) => {
    expect(json(document).duration).toBe(duration)
  })
})

it('a row without a time or a speaker does not refuse the others', () => {
  const rows = [
    { speaker_name: null, text: 'Hi', start_time: 1, end_time: 2 },
    { speaker_name: 'Tom', text: 'Ho', start_time: null, end_time: 2 },
  ]
  expect(json({ sentences: rows }).segments?.map(({ speaker, content }) => [speaker, content])).toEqual([
    ['', 'Hi'],
    ['Tom', 'Ho'],
  ])
  expect(
    json({ filename: 'T', trans_result: [{ start_time: 1000.5, end_time: 3500.2, content: 'Hi', speaker: null }] }).segments,
  ).toHaveLength(1)
})

describe('the header of a text of Otter', () => {
  it.each([
    'Tue, Mar 12, 2024 10:02AM • 45:12',
    'Tue, Mar 12, 2024 10:02 AM • 45:12',
    'Tue, Mar 12, 2024\u202f10:02\u202fAM • 45:12',
    'Mi., 12. März 2024 10:02 • 45:12',
    'mar. 12 mars 2024 10:02 • 45:12',
    'martes, 12 de marzo de 2024 10:02 • 45:12',
    'mar 12 mar 2024, 10:02 • 45:12',
    '2024年3月12日(火) 10:02 • 45:12',
  ])('%s has its date', (line) => {
    const text = `Budget talk\n${line}\n\nSUMMARY KEYWORDS\nclinic, roof\n\nSPEAKERS\nLena Brandt, Tom\n\nLena Brandt  00:01\nForty clinics open in May.\n\nTom  00:04\nAnd who pays?\n`
    const { segments, ...facts } = readTimedFile(text, importTranscript)
    expect(facts).toMatchObject({ title: 'Budget talk', startTime: new Date(2024, 2, 12, 10, 2).getTime(), duration: 2_712_000 })
    expect(segments?.map(({ speaker, content }) => [speaker, content])).toEqual([
      ['Lena Brandt', 'Forty clinics open in May.'],
      ['Tom', 'And who pays?'],
    ])
  })
})

it.each<[string, number | null]>([
  ['GMT20240312-100233_Recording', Date.UTC(2024, 2, 12, 10, 2, 33)],
  ['Budget-20240312_100233UTC-Meeting Recording', Date.UTC(2024, 2, 12, 10, 2, 33)],
  ['Budget-20240312_100233-Meeting Recording', new Date(2024, 2, 12, 10, 2, 33).getTime()],
  ['Meeting 12.03.2024 10-02', new Date(2024, 2, 12, 10, 2).getTime()],
  ['2024年3月12日 会议', new Date(2024, 2, 12, 12).getTime()],
  ['12-03-2024 talk', null],
])('the name %s says when', (name, time) => {
  expect(timeInName(name, null)).toBe(time)
})
