import { describe, expect, it } from 'vitest'
import { findSilences } from './findSilences.ts'

const segment = (start_time: number, end_time: number, words: [number, number][] = []) => ({
  id: '1',
  start_time,
  end_time,
  content: '',
  speaker: '',
  original_speaker: '',
  words: words.map(([start, end]): [number, number, string, number] => [start, end, 'word', 1]),
})

describe('silences of a transcript', () => {
  it('are pauses of at least two seconds before, between and after words', () => {
    const segments = [
      segment(3000, 9000, [
        [3000, 4000],
        [5900, 6000],
        [8000, 9000],
      ]),
      segment(20_000, 21_000, [[20_000, 21_000]]),
    ]
    expect(findSilences(segments, 30_000)).toEqual([
      { start: 0, end: 2700 },
      { start: 6500, end: 7700 },
      { start: 9500, end: 19_700 },
      { start: 21_500, end: 29_700 },
    ])
  })

  it('leave out segments without words, whose speech was not understood', () => {
    expect(findSilences([segment(0, 1000), segment(5000, 9000)], 9000)).toEqual([{ start: 1500, end: 4700 }])
  })

  it('are unknown without a transcript', () => {
    expect(findSilences([], 60_000)).toEqual([])
  })
})
