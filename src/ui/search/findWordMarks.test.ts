import { describe, expect, it } from 'vitest'
import { findWordMarks } from './findWordMarks.ts'

describe('findWordMarks', () => {
  it.each([
    ['At the café', 'cafe', ['café']],
    ['Cafe\u0301 and CAFÉ', 'café', ['Cafe\u0301', 'CAFÉ']],
    ['Straße 7, ﬁnal', 'fin', ['ﬁn']],
    ['Board, board room', 'room board', ['Board', 'board', 'room']],
    ['東京の会議', '会議', ['会議']],
    ['transport', 'trans ranspo', ['transpo']],
    ['nothing', 'x', []],
    ['nothing', ' ', []],
  ])('marks in "%s" for "%s": %j', (text, query, expected) => {
    expect(findWordMarks(text, query).map(([from, to]) => text.slice(from, to))).toEqual(expected)
  })
})
