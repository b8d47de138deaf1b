import { expect, it } from 'vitest'
import cases from '#test/fixtures/search/search-cases.json' with { type: 'json' }
import { tokenize } from '../words/tokenize.ts'
import { findHits, toMarks } from './findMarks.ts'
import { parseQuery } from './parseQuery.ts'
import { withForms } from './relatedWords.ts'

const marked = (text: string, query: string, related: { word: string; part: string | null }[] = []): string[] => {
  const terms = parseQuery(query).terms.map((term) => ({ ...withForms(term), related }))
  return toMarks(findHits(text, tokenize(text), terms)).map(([from, to]) => text.slice(from, to))
}

it.each([
  ['Send an e-mail or an Email.', 'email', ['e-mail', 'Email']],
  ['Pay $1,234.56 or 1234 €', '1234', ['1,234', '1234']],
  ['Straße und STRASSE', 'strasse', ['Straße', 'STRASSE']],
  ['Größe, Groesse', 'Groesse', ['Größe', 'Groesse']],
  ['عن المُوازنة', 'موازنة', ['مُوازنة']],
  ['שָׁלוֹם לכם', 'שלום', ['שָׁלוֹם']],
  ['הפגישה הבאה', 'פגישה', ['פגישה']],
  ['髙橋さんと山﨑さん', '高橋', ['髙橋']],
  ['髙橋さんと山﨑さん', '山崎', ['山﨑']],
  ['渡邉と渡邊', '渡辺', ['渡邉', '渡邊']],
  ['我們的會議', '会议', ['會議']],
  ['ヴァイオリンの音', 'バイオリン', ['ヴァイオリン']],
  ['かたかなで', 'カタカナ', ['かたかな']],
  ['ｶﾞｲﾄﾞ本', 'ガイド', ['ｶﾞｲﾄﾞ']],
  ['ประชุมเรื่องงบ', 'เรื่อง', ['เรื่อง']],
  ['CO₂ und H₂O', 'co2', ['CO₂']],
  ['3½ Stunden', '1/2', ['½']],
  ['U.S.A. und U S A', 'USA', ['U.S.A', 'U S A']],
  ['👍🏽 gut', '👍', ['👍🏽']],
  ['می‌خواهیم', 'می خواهیم', ['می‌خواهیم']],
  ['회의가 끝났다', '회의를', ['회의']],
  ['昨日話しました', '話す', ['話し']],
])('marks in "%s" for "%s": %j', (text, query, expected) => expect(marked(text, query)).toEqual(expected))

it('marks part of a compound, and all of another form of a word', () => {
  const text = 'Die Reise-Krankenversicherung, Größenänderung und Mäuse'
  expect(marked(text, 'versicherung', [{ word: 'krankenversicherung', part: 'versicherung' }])).toEqual(['versicherung'])
  expect(marked(text, 'änderung', [{ word: 'grossenanderung', part: 'anderung' }])).toEqual(['änderung'])
  expect(marked(text, 'Maus', [{ word: 'mause', part: null }])).toEqual(['Mäuse'])
})

it('finds the words in most cases by their letters alone', () => {
  const missed = cases.queries.filter(({ query, expected }) => {
    const text = cases.documents.find(({ id }) => id === expected.replace('!', ''))!.text
    const terms = parseQuery(query).terms.map(withForms)
    const hits = findHits(text, tokenize(text), terms)
    return terms.every((_, index) => hits.some(({ term }) => term === index)) === expected.startsWith('!')
  })
  // Compounds and other forms need the vocabulary of the recordings.
  expect(missed.map(({ query }) => query)).toEqual([
    'Versicherung',
    'versicherung',
    'Schifffahrt',
    'Dampfschiff',
    'Gesellschaft',
    'встречи',
    'москва',
    'mouse',
    'study',
    'analysis',
    'index',
  ])
})
