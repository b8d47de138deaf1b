import { describe, expect, it } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { createChapterAxis } from './chapterAxis.ts'

const chapter = (start: number, end: number) => ({ start_time: start, end_time: end, title: '' })

describe('the axis of the chapters', () => {
  it('is in true time where every chapter has room', () => {
    const axis = createChapterAxis([chapter(0, minutes(10)), chapter(minutes(10), minutes(40))], minutes(40))
    expect(axis.height).toBe(532)
    expect(axis.tops).toEqual([0, 133])
    expect(axis.position(minutes(20))).toBe(266)
  })

  it('gives a short chapter the height of its title, and time passes evenly within it', () => {
    const axis = createChapterAxis([chapter(0, seconds(36)), chapter(seconds(36), minutes(60))], minutes(60))
    expect(axis.tops[1]).toBe(42)
    expect(axis.position(seconds(18))).toBeCloseTo(21)
    expect(axis.position(minutes(60))).toBe(axis.height)
  })

  it('never goes backwards and stays within its height', () => {
    const axis = createChapterAxis([chapter(0, 5), chapter(5, 6), chapter(6, 1000)], 1000)
    const places = Array.from({ length: 101 }, (_, index) => axis.position(index * 10))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect([axis.position(-5), axis.position(5000)]).toEqual([0, axis.height])
  })

  it('works without chapters and for an empty recording', () => {
    expect(createChapterAxis([], 0).position(0)).toBe(0)
    expect(createChapterAxis([chapter(0, 0)], 0).position(10)).toBeGreaterThan(0)
  })
})
