import { expect, it } from 'vitest'
import { createSegment } from '#test/screens/createRecording.ts'
import { spokenRange } from './spokenRange.ts'

const segment = createSegment(1, 10_000, 'a nurse and a boat')
const spoken = (time: number, content = segment.content) => {
  const range = spokenRange({ ...segment, content }, time)
  return range && content.slice(...range)
}

it.each([
  ['before the segment', 9_999, undefined],
  ['the first word', 10_000, 'a'],
  ['the second of equal words', 11_500, 'a'],
  ['the last word', 12_100, 'boat'],
  ['after the segment', 12_500, undefined],
] as const)('finds the word: %s', (_, time, expected) => {
  expect(spoken(time)).toBe(expected)
})

it('finds the place of a repeated word, and words around one that was changed', () => {
  expect(spokenRange(segment, 11_500)).toEqual([12, 13])
  expect(spoken(10_500, 'a doctor and a boat')).toBeUndefined()
  expect(spoken(12_000, 'a doctor and a boat')).toBe('boat')
})
