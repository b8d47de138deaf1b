import { describe, expect, it } from 'vitest'
import { MOST_FILES, findChoices } from './findChoices.ts'
import type { Findable } from './findChoices.ts'

const one = (id: string, name: string, more: Partial<Findable> = {}): Findable => ({ id, name, ...more })
const go = [
  one('home', 'Home'),
  one('settings', 'Settings'),
  one('look', 'Language and look', { also: 'Settings', isRare: true }),
  one('folder', 'Café Zürich'),
  one('trash', 'Trash'),
]
const does = [one('upload', 'Upload audio'), one('de', 'Language: Deutsch', { also: 'German', isRare: true })]
const files = Array.from({ length: 30 }, (_, at) => one(`file:${at}`, `Budget ${at}`))
const found = (query: string, recent: readonly Findable[] = []) =>
  findChoices({ go, does, files: query.startsWith('bud') ? files : [], recent }, query).map(({ kind, items }) => [
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
    expect(found(query)).toEqual(expected)
  })

  it('rank names that start with the query first, then words that do, then the rest', () => {
    const names = [one('c', 'Reload'), one('b', 'All loads'), one('a', 'Load')]
    expect(findChoices({ go: names, does: [], files: [], recent: [] }, 'load')[0]?.items.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('put the group with the better match first', () => {
    const groups = findChoices({ go: [one('doc', 'Uploading audio')], does, files: [], recent: [] }, 'upload aud')
    expect(groups.map(({ kind }) => kind)).toEqual(['do', 'go'])
  })

  it('are the recent choices and then all others that are not rare, without duplicates, for an empty query', () => {
    expect(found('', [one('trash', 'Trash'), one('de', 'Language: Deutsch')])).toEqual([
      ['recent', ['trash', 'de']],
      ['go', ['home', 'settings', 'folder']],
      ['do', ['upload']],
    ])
  })

  it('contain at most twenty recordings', () => {
    expect(found('budget')).toEqual([['files', files.slice(0, MOST_FILES).map(({ id }) => id)]])
  })
})
