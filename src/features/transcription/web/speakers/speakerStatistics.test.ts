import { describe, expect, it } from 'vitest'
import { createSegment } from '#test/screens/createRecording.ts'
import { speakerStatistics } from './speakerStatistics.ts'

const segment = (id: number, start: number, end: number, speaker: string) =>
  createSegment(id, start, 'words', { end_time: end, speaker })

describe('statistics of the speakers', () => {
  it('are the time, the share and the segments of each, in the order in which they first speak', () => {
    const segments = [
      segment(1, 0, 3000, 'Lena'),
      segment(2, 3000, 10_000, 'Okafor'),
      segment(3, 10_000, 12_000, ''),
      segment(4, 12_000, 14_000, 'Lena'),
    ]
    expect(speakerStatistics(segments)).toMatchObject([
      { name: 'Lena', time: 5000, share: 5 / 12, segments: 2 },
      { name: 'Okafor', time: 7000, share: 7 / 12, segments: 1 },
    ])
  })

  it('have the start of the longest segment as a sample, at most eight seconds of it', () => {
    const segments = [segment(1, 0, 3000, 'Lena'), segment(2, 4000, 30_000, 'Lena'), segment(3, 40_000, 41_000, 'Okafor')]
    expect(speakerStatistics(segments).map(({ sample }) => sample)).toEqual([
      { start: 4000, end: 12_000 },
      { start: 40_000, end: 41_000 },
    ])
  })

  it('are empty without named speakers, and no share is NaN', () => {
    expect(speakerStatistics([segment(1, 0, 3000, '')])).toEqual([])
    expect(speakerStatistics([segment(1, 5, 5, 'Lena')])[0]?.share).toBe(0)
  })
})
