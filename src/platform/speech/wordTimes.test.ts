import { describe, expect, it } from 'vitest'
import { spreadWords } from './wordTimes.ts'

const say = (...texts: string[]) => texts.map((text) => ({ text, confidence: 0.9 }))
const seconds = (start: number, end: number) => ({ start: start * 16_000, end: end * 16_000 })

describe('estimated word times', () => {
  it('give longer words more time and leave no gap in a piece of speech', () => {
    expect(spreadWords(say('a', 'word', 'so'), [seconds(10, 11)])).toEqual([
      [10_000, 10_200, 'a', 0.9],
      [10_200, 10_700, 'word', 0.9],
      [10_700, 11_000, 'so', 0.9],
    ])
  })

  it('set no word into a pause', () => {
    const pieces = [seconds(1, 2), seconds(5, 8), seconds(20, 20.5)]
    const words = spreadWords(say(...'one two three four five six seven eight nine ten eleven twelve'.split(' ')), pieces)
    expect(words.map(([, , text]) => text).join(' ')).toBe('one two three four five six seven eight nine ten eleven twelve')
    for (const [start, end] of words) {
      expect(end).toBeGreaterThan(start)
      expect(pieces.some((piece) => start >= piece.start / 16 && end <= piece.end / 16)).toBe(true)
    }
    expect(words[0]?.[0]).toBe(1000)
    expect(words.some(([start]) => start === 5000)).toBe(true)
  })

  it('give a single word the piece its middle lies in', () => {
    expect(spreadWords(say('hello'), [seconds(0, 1), seconds(2, 5)])).toEqual([[2000, 5000, 'hello', 0.9]])
    expect(spreadWords([], [seconds(0, 1)])).toEqual([])
  })
})
