import { describe, expect, it } from 'vitest'
import { hours, seconds } from '#shared/units.ts'
import { LevelHistory } from './LevelHistory.ts'

describe('level history of a recording', () => {
  it('keeps the loudest level of each bar, and silence where there was none', () => {
    const history = new LevelHistory()
    history.add(0, 0.2)
    history.add(60, 0.5)
    history.add(100, 0.1)
    history.add(400, 0.3)
    expect(history.bars).toEqual([0.5, 0, 0, 0.3])
    expect(history.barDuration).toBe(125)
  })

  it('contains the whole recording in a bounded number of bars', () => {
    const history = new LevelHistory()
    for (let at = 0; at <= hours(5); at += seconds(5)) history.add(at, at === seconds(10) ? 0.9 : 0.1)
    expect(history.bars.length).toBeLessThanOrEqual(600)
    expect(history.bars.length * history.barDuration).toBeGreaterThanOrEqual(hours(5))
    expect(history.bars[0]).toBe(0.9)
    expect(Math.min(...history.bars)).toBe(0.1)
  })
})
