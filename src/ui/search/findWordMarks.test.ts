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
    ['Łódź, Größe', 'lodz grosse', ['Łódź', 'Größe']],
    ['An E-Mail to Node.js', 'email nodejs', ['E-Mail', 'Node.js']],
    ['Email', 'e-mail', ['Email']],
    ['Total 1,234.56', '1234', ['1,234']],
    ['ひらがな １２３', 'ヒラガナ 123', ['ひらがな', '１２３']],
    ['المُوازنة', 'موازنه', ['مُوازنة']],
    ['nothing', 'x', []],
    ['nothing', ' ', []],
  ])('marks in "%s" for "%s": %j', (text, query, expected) => {
    expect(findWordMarks(text, query).map(([from, to]) => text.slice(from, to))).toEqual(expected)
  })
})
