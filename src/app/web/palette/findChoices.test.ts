import { describe, expect, it } from 'vitest'
import { MAX_FILES, findChoices } from './findChoices.ts'
import type { Searchable } from './findChoices.ts'

const makeChoice = (id: string, name: string, extra: Partial<Searchable> = {}): Searchable => ({ id, name, ...extra })
const destinations = [
  makeChoice('home', 'Home'),
  makeChoice('settings', 'Settings'),
  makeChoice('settings:look', 'Language and look', { also: 'Settings', isRare: true }),
  makeChoice('folder', 'Café Zürich'),
  makeChoice('trash', 'Trash'),
]
const actions = [makeChoice('upload', 'Upload audio'), makeChoice('de', 'Language: Deutsch', { also: 'German', isRare: true })]
const files = Array.from({ length: 30 }, (_, index) => makeChoice(`file:${index}`, `Budget ${index}`))
const findIds = (query: string, recent: readonly Searchable[] = []) =>
  findChoices({ destinations, actions, files: query.includes('bud') ? files : [], recent }, query).map(({ kind, items }) => [
    kind,
    items.map(({ id }) => id),
  ])

describe('the results of the palette', () => {
  it.each([
    [
      'contain every word of the query',
      'set',
      [
        ['commands', ['settings']],
        ['settings', ['settings:look']],
      ],
    ],
    ['ignore case and accents', 'CAFE zurich', [['commands', ['folder']]]],
    ['match words in any order', 'zur caf', [['commands', ['folder']]]],
    ['match keywords too', 'german', [['commands', ['de']]]],
    [
      'list commands before settings with an equal match',
      'la',
      [
        ['commands', ['de']],
        ['settings', ['settings:look']],
      ],
    ],
    ['contain commands and settings only after >', '>bud', []],
    ['search for what follows >', '> germ', [['commands', ['de']]]],
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
      { destinations: [makeChoice('settings:doc', 'Uploading audio')], actions, files: [], recent: [] },
      'upload aud',
    )
    expect(groups.map(({ kind }) => kind)).toEqual(['commands', 'settings'])
  })

  it('put recordings before commands that match equally well, and after those that match better', () => {
    const kinds = (query: string, filename: string) =>
      findChoices({ destinations, actions, files: [makeChoice('file:1', filename)], recent: [] }, query).map(({ kind }) => kind)
    expect(kinds('upload', 'Upload of the week')).toEqual(['files', 'commands'])
    expect(kinds('home', 'Home improvement')).toEqual(['commands', 'files'])
  })

  it('are the recent choices and then all others that are not rare, without duplicates, for an empty query', () => {
    expect(findIds('', [makeChoice('trash', 'Trash'), makeChoice('de', 'Language: Deutsch')])).toEqual([
      ['recent', ['trash', 'de']],
      ['do', ['upload']],
      ['go', ['home', 'settings', 'folder']],
    ])
  })

  it('are all commands that are not rare for > alone', () => {
    expect(findIds('>', [makeChoice('file:1', 'Budget')])).toEqual([
      ['do', ['upload']],
      ['go', ['home', 'settings', 'folder', 'trash']],
    ])
  })

  it('contain a few recordings', () => {
    expect(findIds('budget')).toEqual([['files', files.slice(0, MAX_FILES).map(({ id }) => id)]])
  })
})
