import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { DEFAULT_OPTIONS, type ExportOptions } from '../../../rules.ts'
import { createTranscript } from '../../document/createDocument.ts'
import type { ExportDocument } from '../../document/ExportDocument.ts'
import { createCues } from './cues.ts'
import { textWidth, wrapLines } from './lines.ts'

type Timed = [number, number, string, number]
const spoken = (text: string, { start = 0, each = 400, separator = ' ' } = {}): Timed[] =>
  text.split(separator).map((word, index) => [start + index * each, start + (index + 1) * each - 50, word, 0.9])

function cuesOf(words: Timed[], change: Partial<ExportOptions> = {}, language = 'en') {
  const options: ExportOptions = { ...DEFAULT_OPTIONS, notes: false, ...change }
  const segment: Segment = {
    id: '1',
    start_time: words[0]?.[0] ?? 0,
    end_time: words.at(-1)?.[1] ?? 0,
    speaker: '',
    original_speaker: '',
    language,
    content: words.map(([, , word]) => word).join(language === 'zh' ? '' : ' '),
    words,
  }
  const document = {
    language,
    options,
    duration: segment.end_time,
    ...createTranscript([segment], { language, speakerLabel: '', options }),
  }
  return createCues(document as unknown as ExportDocument)
}
const linesOf = (cues: ReturnType<typeof cuesOf>) => cues.flatMap(({ voices }) => voices.flatMap(({ lines }) => lines))
const texts = (cues: ReturnType<typeof cuesOf>) => cues.map(({ voices }) => voices.flatMap(({ lines }) => lines).join(' / '))

describe('subtitles', () => {
  it('end with sentences and have at most two lines of the chosen length', () => {
    const text =
      'We lost eleven nurses in the spring, and nobody replaced them. The clinics stayed open because the volunteers came every day, even when the roads were closed. That is all I can say about it.'
    for (const line_length of [24, 42, 60]) {
      const cues = cuesOf(spoken(text), { line_length })
      expect(texts(cues).join(' ').replaceAll(' / ', ' ')).toBe(text)
      for (const { voices, start, end } of cues) {
        const lines = voices.flatMap((voice) => voice.lines)
        expect(lines.length).toBeLessThanOrEqual(2)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(line_length)
        expect(end).toBeGreaterThan(start)
        expect(end - start).toBeLessThanOrEqual(7000)
      }
    }
    expect(texts(cuesOf(spoken(text)))[0]).toBe('We lost eleven nurses in the spring, / and nobody replaced them.')
  })

  it('never overlap, and extend into a silence when they would be too fast', () => {
    const words = [...spoken('Everything happened extraordinarily quickly.', { each: 150 }), ...spoken('Later.', { start: 9000 })]
    const [first, second] = cuesOf(words)
    expect(first).toMatchObject({ start: 0, isTooFast: false })
    expect(first!.end).toBeGreaterThan(2000)
    expect(first!.end).toBeLessThan(second!.start)
  })

  it('count as too fast when nothing can be done', () => {
    const words = spoken(
      'Everything happened extraordinarily quickly and unbelievably unexpectedly, without any warning whatsoever beforehand.',
      { each: 120 },
    )
    const cues = cuesOf([...words, ...spoken('And so on.', { start: words.at(-1)![1] + 60 })])
    expect(cues.some(({ isTooFast }) => isTooFast)).toBe(true)
    expect(cuesOf(words, { reading_speed: 30 }).filter(({ isTooFast }) => isTooFast).length).toBeLessThanOrEqual(
      cues.filter(({ isTooFast }) => isTooFast).length,
    )
  })

  it('count a Chinese character as two columns, and break between words', () => {
    const words = spoken('今天 的 会议 讨论 了 三个 重要 问题， 预算、 时间 和 人员。', { each: 400 })
    const cues = cuesOf(words, { line_length: 20 }, 'zh')
    expect(linesOf(cues).join('')).toBe('今天的会议讨论了三个重要问题，预算、时间和人员。')
    for (const line of linesOf(cues)) {
      expect(textWidth(line)).toBeLessThanOrEqual(20)
      expect(line).not.toMatch(/^[，、。]/)
    }
  })

  it('end at a long pause', () => {
    expect(texts(cuesOf([...spoken('One two'), ...spoken('three four', { start: 5000 })]))).toEqual(['One two', 'three four'])
  })
})

describe('lines', () => {
  it('are of about the same length, and cut what is longer than a line', () => {
    expect(wrapLines('The quick brown fox jumps over the lazy dog', 30, 'en')).toEqual([
      'The quick brown fox',
      'jumps over the lazy dog',
    ])
    expect(wrapLines('a'.repeat(50), 20, 'en').every((line) => line.length <= 20)).toBe(true)
  })

  it.each([
    ['abc', 3],
    ['日本', 4],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['한국', 4],
  ])('%j takes %i columns', (text, width) => expect(textWidth(text)).toBe(width))
})
