import { expect, it } from 'vitest'
import { speechlessSpans } from './speechlessSpans.ts'

const at = (start_time: number, end_time: number) => ({ start_time, end_time })

it('returns the stretches of a minute and more without speech', () => {
  const segments = [at(60_000, 90_000), at(149_999, 160_000), at(220_000, 400_000), at(230_000, 240_000), at(461_000, 462_000)]
  expect(speechlessSpans(segments)).toEqual([
    { start: 0, end: 60_000, segment: 0 },
    { start: 160_000, end: 220_000, segment: 2 },
    { start: 400_000, end: 461_000, segment: 4 },
  ])
})

it('includes the end of the recording when its duration is known', () => {
  expect(speechlessSpans([at(0, 5000)], 65_000)).toEqual([{ start: 5000, end: 65_000, segment: 1 }])
  expect(speechlessSpans([at(0, 5000)], 64_999)).toEqual([])
  expect(speechlessSpans([], 900_000)).toEqual([])
})
