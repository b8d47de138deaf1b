import { describe, expect, it } from 'vitest'
import { parseQuery, toTsquery } from '../query/parseQuery.ts'
import { editDistance } from '../query/suggest.ts'
import { readPieces, toTsvector, tokenize } from './tokenize.ts'

const texts = (text: string) => readPieces(text).flatMap(({ tokens }) => tokens.map((token) => token.text))
const others = (text: string) => [
  ...new Set(readPieces(text).flatMap(({ whole, forms }) => [...whole, ...forms].map((token) => token.text))),
]

describe('tokens', () => {
  it.each([
    ["Don't stop: 3.5 e-mails", ['don', 't', 'stop', '3', '5', 'e', 'mails']],
    ['予算の会議', ['豫算', '算ノ', 'ノ会', '会议', '议']],
    ['GPT模型', ['gpt', '模型', '型']],
    ['회의를 했다 비', ['회의', '의를', '했다', '비']],
    ['ภาษา', ['ภา', 'าษ', 'ษา', 'า']],
    ['ｶﾞｲﾄﾞ', ['ガイ', 'イド', 'ド']],
    ['Смысл ёлки', ['смысл', 'елки']],
    ['… — 😀 !', ['😀']],
    ['iPhone14 H₂O', ['iphone', '14', 'h', '2', 'o']],
    ['3½ ١٢٣ ۱۲३ ２', ['3', '1', '2', '123', '123', '2']],
    ['C++, C# und .NET', ['c++', 'c#', 'und', 'net']],
  ])('of %s', (text, expected) => expect(texts(text)).toEqual(expected))

  it.each([
    ["don't e-mail R&D at node.js", ['dont', 'email', 'rd', 'nodejs']],
    ['state-of-the-art', ['stateoftheart', 'stateof', 'ofthe', 'theart']],
    ['U.S.A. and U S A', ['usa']],
    ['il y a un e-mail', ['email']],
    ['COVID-19 iPhone14', ['covid19', 'iphone14']],
    ['1,234.56 1.234,56 1 234 1,23,456', ['1234', '123456']],
    ['2026-05-03 10:30 3.5 192.168.0.1', ['20260503', '202605', '0503', '192168']],
    ['Größe Ångström', ['groesse', 'aangstroem']],
    ['وبالمدرسة', ['مدرسه']],
    ['הפגישה', ['פגישה']],
    ['می‌خواهیم', ['ميخواهيم']],
  ])('of %s include their other spellings', (text, expected) => expect(others(text)).toEqual(expected))

  it('have offsets in the original text', () => {
    for (const text of ['😀 Straße in Łódź', '𠮷野家の牛丼', 'e\u0301tude', 'ｶﾞｲﾄﾞ']) {
      for (const { start, end, text: token } of tokenize(text)) {
        expect(tokenize(text.slice(start, end)).map((each) => each.text)).toContain(token)
      }
    }
  })

  it('are converted to a tsvector with positions and weights', () => {
    expect(toTsvector(tokenize('to be or not to be'), 'A')).toBe("'to':1A,5A 'be':2A,6A 'or':3A 'not':4A")
    const long = toTsvector(tokenize('word '.repeat(20_000)), 'D')
    expect(long.split(',')).toHaveLength(255)
  })

  it('of very long words are cut', () => {
    expect(texts('x'.repeat(100_000))[0]!.length).toBeLessThanOrEqual(60)
  })
})

describe('a query', () => {
  it.each([
    ['forty clinics', ["(('forty'))", "(('clinics':*))"]],
    ['forty clinics ', ["(('forty'))", "(('clinics'))"]],
    ['c', ["(('c'))"]],
    ['"before the ra', ["(('before') <-> ('the') <-> ('ra':*))"]],
    ['e-mail ', ["((('e' <-> 'mail') | ('email')))"]],
    ['雨', ["(('雨':*))"]],
    ['雨季', ["(('雨季'))"]],
    ['「雨季 前」', ["(('雨季') <2> ('前':*))"]],
    ['a - b', ["(('a'))", "(('b'))"]],
    ['""', []],
    ['$1,234.56 ', ["(('1234') <-> ('56'))"]],
    ['1 234 Müller ', ["(('1234'))", "((('muller') | ('mueller')))"]],
    ['😀', ["(('😀'))"]],
    ['회의를', ["(('회의' <-> '의를'))"]],
    ['צה"ל ', ["((('צה' <-> 'ל') | ('צהל')))"]],
  ])('%s', (query, expected) => expect(parseQuery(query).terms.map(toTsquery)).toEqual(expected))

  it('excludes words and quotations after a minus, but not the parts of a word', () => {
    const { terms, excluded } = parseQuery('one-two -three −"four five"')
    expect(terms.map(({ text }) => text)).toEqual(['one-two'])
    expect(excluded.map(({ text }) => text)).toEqual(['three', 'four five'])
  })
})

describe('the distance of two words', () => {
  it.each([
    ['kasese', 'kasese', 0],
    ['kasesse', 'kasese', 1],
    ['kasees', 'kasese', 1],
    ['ksaees', 'kasese', 2],
    ['road', 'bridge', 3],
  ])('%s and %s', (a, b, expected) => expect(editDistance(a, b, 2)).toBe(expected))
})
