import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import { createSegment } from '#test/screens/createRecording.ts'
import { formatTranscript } from '../rules.ts'
import { splitAtMatches, findMatches, findWords, splitIntoWords, segmentIndexAt, wordIndexAt } from './segmentText.ts'
import { speakerColour, listSpeakers } from './speakers.ts'

const sampleSegments = [
  createSegment(1, 0, 'The nurses stayed', { speaker: 'Lena' }),
  createSegment(2, 3000, 'We lost eleven nurses', { speaker: 'Dr. Okafor' }),
  createSegment(3, 9000, 'Then it is thirty-four', { speaker: 'Lena' }),
]

describe('the words of a segment', () => {
  it('are located in the text in order, with the text between them', () => {
    const pieces = splitIntoWords({
      content: 'No, no.',
      words: [
        [0, 1, 'No,', 0.9],
        [2, 3, 'no.', 0.4],
      ],
    })
    expect(pieces).toEqual([
      { text: 'No,', from: 0, word: { index: 0, start: 0, doubtful: false } },
      { text: ' ', from: 3 },
      { text: 'no.', from: 4, word: { index: 1, start: 2, doubtful: true } },
    ])
  })

  it('are adjacent in languages without spaces', () => {
    const words: [number, number, string, number][] = [
      [0, 1, '雨が', 1],
      [1, 2, '降る', 1],
    ]
    expect(splitIntoWords({ content: '雨が降る', words }).map(({ text }) => text)).toEqual(['雨が', '降る'])
  })

  it('are skipped where the text was edited, and the text stays complete', () => {
    const pieces = splitIntoWords({ ...sampleSegments[1], content: 'We lost twelve nurses' } as never)
    expect(pieces.map(({ text }) => text).join('')).toBe('We lost twelve nurses')
    expect(pieces.filter(({ word }) => word).map(({ text }) => text)).toEqual(['We', 'lost', 'nurses'])
  })

  it('are one piece when there are no times', () => {
    expect(splitIntoWords({ content: 'Hello there' })).toEqual([{ text: 'Hello there', from: 0 }])
  })
})

describe('the playback position', () => {
  it('is in the last segment that has started', () => {
    expect([-1, 0, 2999, 3000, 99_000].map((time) => segmentIndexAt(sampleSegments, time))).toEqual([-1, 0, 0, 1, 2])
    expect(segmentIndexAt([], 5)).toBe(-1)
  })

  it('is at the word being spoken and shortly after it', () => {
    const [first] = sampleSegments
    const segmentWithGap = {
      ...createSegment(1, 0, 'a b'),
      end_time: 5000,
      words: [
        [0, 400, 'a', 1],
        [4000, 4400, 'b', 1],
      ] as [number, number, string, number][],
    }
    expect([0, 450, 500, 1499, 1500].map((time) => wordIndexAt(first as never, time))).toEqual([0, 0, 1, 2, -1])
    expect([600, 800, 4000].map((time) => wordIndexAt(segmentWithGap, time))).toEqual([0, -1, 1])
  })
})

describe('search', () => {
  const find = (segments: readonly Segment[], text: string, options = {}) =>
    findMatches(segments, { find: text, match_case: false, whole_word: false, ...options })

  it('finds every match regardless of case and white space', () => {
    expect(find(sampleSegments, ' NURSES ')).toEqual([
      { segment: 0, from: 4, to: 10 },
      { segment: 1, from: 15, to: 21 },
    ])
    expect(find(sampleSegments, 'it  is')).toEqual([{ segment: 2, from: 5, to: 10 }])
    expect(find(sampleSegments, '  ')).toEqual([])
    expect(find(sampleSegments, 'NURSES', { match_case: true })).toEqual([])
    expect(find(sampleSegments, 'nurse', { whole_word: true })).toEqual([])
  })

  it.each([
    ['At the café, Straße 7', 'cafe', ['café']],
    ['At the café, Straße 7', 'STRASSE 7', ['Straße 7']],
    ['Send an e-mail or an Email', 'email', ['e-mail', 'Email']],
    ['Send an e-mail', 'email', ['e-mail']],
    ['It costs 1,234.56', '1234', ['1,234']],
    ['الاجتماع عن المُوازنة', 'موازنه', ['مُوازنة']],
    ['ひらがなと１２３', 'ヒラガナ', ['ひらがな']],
    ['Cafés', 'cafe', []],
    ['(5 %)', '(5 %)', ['(5 %)']],
  ])('finds in "%s" for "%s" %j, however they are written', (content, query, expected) => {
    const segments = [createSegment(1, 0, content)]
    const whole_word = content === 'Cafés'
    const found = findWords(segments, { find: query, match_case: false, whole_word })
    expect(found.map(({ from, to }) => content.slice(from, to))).toEqual(expected)
    expect(findWords(segments, { find: query.toUpperCase() + 'x', match_case: true, whole_word: false })).toEqual([])
  })

  it('treats special characters literally', () => {
    expect(find([createSegment(1, 0, 'Costs (5 %)')], '(5 %)')).toHaveLength(1)
    expect(find(sampleSegments, '.*')).toEqual([])
  })

  it('splits a word when only a part of it matches', () => {
    const [found] = find(sampleSegments, 'urse')
    expect(splitAtMatches('nurses', 4, [found as never])).toEqual([{ text: 'n' }, { text: 'urse', found }, { text: 's' }])
    expect(splitAtMatches('stayed', 11, [found as never])).toEqual([{ text: 'stayed' }])
  })
})

describe('speakers', () => {
  it('get the four colours of the palette, then generated hues (B§9)', () => {
    expect(listSpeakers([...sampleSegments, createSegment(4, 0, 'x')])).toEqual(['Lena', 'Dr. Okafor'])
    expect([0, 3].map(speakerColour)).toEqual(['var(--s1)', 'var(--s4)'])
    expect(new Set([4, 5, 6, 7, 8].map(speakerColour)).size).toBe(5)
  })
})

describe('the copied text', () => {
  it('shows time and speaker before the text', () => {
    expect(formatTranscript([...sampleSegments.slice(1, 2), createSegment(9, 374_000, 'Yes.')])).toBe(
      '0:03  Dr. Okafor\nWe lost eleven nurses\n\n6:14\nYes.',
    )
  })

  it('has only speakers before the text without times', () => {
    const segments = [...sampleSegments.slice(1, 2), createSegment(9, 374_000, 'Yes.')]
    expect(formatTranscript(segments, { hasTimes: false })).toBe('Dr. Okafor: We lost eleven nurses\n\nYes.')
  })
})
