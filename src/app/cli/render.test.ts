import { describe, expect, it } from 'vitest'
import { buildSegments } from '#features/transcription/rules.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { type Format, render } from './render.ts'

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
const renderAs = (format: Format) => render(format, { title: 'Talk', language: 'en', segments })

describe('a rendered transcript contains the segments that were not understood', () => {
  it('as a separate paragraph in text and Markdown', () => {
    expect(renderAs('txt')).toBe('We lost\n\n[not understood 0:01-0:06]\n\neleven nurses.\n')
    expect(renderAs('md')).toBe(
      '# Talk\n\n**0:00** We lost\n\n**0:01** \\[not understood 0:01-0:06\\]\n\n**0:07** eleven nurses.\n',
    )
  })

  it('as a separate subtitle', () => {
    expect(renderAs('srt')).toContain('2\n00:00:01,200 --> 00:00:06,500\n[not understood 0:01-0:06]\n\n3\n')
    expect(renderAs('vtt')).toContain('00:00:01.200 --> 00:00:06.500\n[not understood 0:01-0:06]\n')
  })

  it('as a marked segment in JSON', () => {
    const { segments: parsedSegments } = JSON.parse(renderAs('json')) as { segments: { not_understood?: boolean }[] }
    expect(parsedSegments.map(({ not_understood }) => not_understood)).toEqual([undefined, true, undefined])
  })
})
