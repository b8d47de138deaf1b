import { describe, expect, it } from 'vitest'
import { buildSegments } from '#features/transcription/rules.ts'
import { joinWords } from '#platform/speech/languages.ts'
import type { WrittenFormat } from '../rules.ts'
import { type LooseTranscript, TRANSCRIPT_FORMATS, writeTranscript } from './writeTranscript.ts'

const segments = buildSegments(
  [
    {
      start: 0,
      end: 12_000,
      language: 'en',
      words: [
        [0, 400, 'We', 0.9],
        [500, 900, 'lost', 0.9],
        [7000, 7400, 'eleven', 0.9],
        [7500, 7900, 'nurses.', 0.9],
      ],
      notUnderstood: [{ start: 1200, end: 6500 }],
    },
  ],
  joinWords,
)
const render = async (format: WrittenFormat, transcript: LooseTranscript) =>
  new TextDecoder().decode(await writeTranscript(format, transcript))
const renderAs = (format: WrittenFormat) => render(format, { title: 'Talk', language: 'en', segments, turns: [] })

describe('a written transcript contains the segments that were not understood', () => {
  it('as a separate paragraph in text and Markdown', async () => {
    expect(await renderAs('txt')).toBe('We lost\n\n[not understood 0:01-0:06]\n\neleven nurses.\n')
    expect(await renderAs('md')).toBe(
      '# Talk\n\n**0:00** We lost\n\n**0:01** \\[not understood 0:01-0:06\\]\n\n**0:07** eleven nurses.\n',
    )
  })

  it('as a separate subtitle', async () => {
    expect(await renderAs('srt')).toContain('2\n00:00:01,200 --> 00:00:06,500\n[not understood 0:01-0:06]\n\n3\n')
    expect(await renderAs('vtt')).toContain('00:00:01.200 --> 00:00:06.500\n[not understood 0:01-0:06]\n')
  })

  it('as a marked segment in JSON', async () => {
    const { segments: parsedSegments } = JSON.parse(await renderAs('json')) as { segments: { not_understood?: boolean }[] }
    expect(parsedSegments.map(({ not_understood }) => not_understood)).toEqual([undefined, true, undefined])
  })
})

describe('a written transcript with speakers', () => {
  const word = (start: number, text: string): [number, number, string, number] => [start, start + 400, text, 0.9]
  const [question, answer] = [[word(0, 'Ready?')], [word(500, 'Yes'), word(1000, '& no.')]].map((words, index) => ({
    id: String(index + 1),
    start_time: words[0]![0],
    end_time: words.at(-1)![1],
    content: words.map(([, , text]) => text).join(' '),
    speaker: `Speaker ${index + 1}`,
    original_speaker: `Speaker ${index + 1}`,
    words,
  }))
  const renderSpeakers = (format: WrittenFormat) =>
    render(format, {
      title: 'My talk',
      language: 'en',
      segments: [question!, answer!],
      turns: [
        { start: 0, end: 450, speaker: 0 },
        { start: 450, end: 1500, speaker: 1 },
      ],
    })

  it('begins a paragraph or a subtitle with the name', async () => {
    expect(await renderSpeakers('txt')).toBe('Speaker 1: Ready?\n\nSpeaker 2: Yes & no.\n')
    expect(await renderSpeakers('md')).toContain('**0:00** Speaker 2: Yes & no.')
    expect(await renderSpeakers('srt')).toContain('\nSpeaker 2: Yes & no.\n')
    expect(await renderSpeakers('vtt')).toContain('\n<v Speaker 1>Ready?</v>\n<v Speaker 2>Yes &amp; no.</v>\n')
  })

  it('is one line per turn in RTTM', async () => {
    expect(await renderSpeakers('rttm')).toBe(
      'SPEAKER My_talk 1 0.000 0.450 <NA> <NA> Speaker_1 <NA> <NA>\nSPEAKER My_talk 1 0.450 1.050 <NA> <NA> Speaker_2 <NA> <NA>\n',
    )
  })
})

describe('every format of a transcript', () => {
  it.each(TRANSCRIPT_FORMATS)('%s can be written for a file outside of any library', async (format) => {
    expect((await writeTranscript(format, { title: 'Talk', language: 'en', segments, turns: [] })).length).toBeGreaterThan(
      format === 'rttm' ? -1 : 10,
    )
  })
})
