import { describe, expect, it } from 'vitest'
import { MAX_FILES, findChoices } from './findChoices.ts'
import type { Searchable } from './findChoices.ts'

const makeChoice = (id: string, name: string, extra: Partial<Searchable> = {}): Searchable => ({ id, name, ...extra })
const destinations = [
  makeChoice('home', 'Home'),
  makeChoice('settings', 'Settings'),
  makeChoice('look', 'Language and look', { also: 'Settings', isRare: true }),
  makeChoice('folder', 'Café Zürich'),
  makeChoice('trash', 'Trash'),
]
const actions = [makeChoice('upload', 'Upload audio'), makeChoice('de', 'Language: Deutsch', { also: 'German', isRare: true })]
const files = Array.from({ length: 30 }, (_, index) => makeChoice(`file:${index}`, `Budget ${index}`))
const findIds = (query: string, recent: readonly Searchable[] = []) =>
  findChoices({ destinations, actions, files: query.startsWith('bud') ? files : [], recent }, query).map(({ kind, items }) => [
    kind,
    items.map(({ id }) => id),
  ])

describe('the results of the palette', () => {
  it.each([
    ['contain every word of the query', 'set', [['go', ['settings', 'look']]]],
    ['ignore case and accents', 'CAFE zurich', [['go', ['folder']]]],
    ['match words in any order', 'zur caf', [['go', ['folder']]]],
    ['match keywords too', 'german', [['do', ['de']]]],
    [
      'list pages before actions with an equal match',
      'la',
      [
        ['go', ['look']],
        ['do', ['de']],
      ],
    ],
    ['are empty if no choice contains all words', 'home trash', []],
  ] as const)('%s: %j', (_, query, expected) => {
    expect(findIds(query)).toEqual(expected)
  })

  it('rank names that start with the query first, then words that do, then the rest', () => {
    const choices = [makeChoice('c', 'Reload'), makeChoice('b', 'All loads'), makeChoice('a', 'Load')]
    expect(
      findChoices({ destinations: choices, actions: [], files: [], recent: [] }, 'load')[0]?.items.map(({ id }) => id),
    ).toEqual(['a', 'b', 'c'])
  })

  it('put the group with the better match first', () => {
    const groups = findChoices(
      { destinations: [makeChoice('doc', 'Uploading audio')], actions, files: [], recent: [] },
      'upload aud',
    )
    expect(groups.map(({ kind }) => kind)).toEqual(['do', 'go'])
  })

  it('put recordings before commands that match equally well, and after those that match better', () => {
    const kinds = (query: string, filename: string) =>
      findChoices({ destinations, actions, files: [makeChoice('file:1', filename)], recent: [] }, query).map(({ kind }) => kind)
    expect(kinds('upload', 'Upload of the week')).toEqual(['files', 'do'])
    expect(kinds('home', 'Home improvement')).toEqual(['go', 'files'])
  })

  it('are the recent choices and then all others that are not rare, without duplicates, for an empty query', () => {
    expect(findIds('', [makeChoice('trash', 'Trash'), makeChoice('de', 'Language: Deutsch')])).toEqual([
      ['recent', ['trash', 'de']],
      ['do', ['upload']],
      ['go', ['home', 'settings', 'folder']],
    ])
  })

  it('contain at most twenty recordings', () => {
    expect(findIds('budget')).toEqual([['files', files.slice(0, MAX_FILES).map(({ id }) => id)]])
  })
})
