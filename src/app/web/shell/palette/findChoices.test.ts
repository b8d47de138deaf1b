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

describe('what the palette shows', () => {
  it.each([
    ['of places and actions, what has every word of the query', 'set', [['go', ['settings', 'look']]]],
    ['without case and accents', 'CAFE zurich', [['go', ['folder']]]],
    ['in any order of the words', 'zur caf', [['go', ['folder']]]],
    ['by other words of it too', 'german', [['do', ['de']]]],
    [
      'names that begin so before the others',
      'la',
      [
        ['go', ['look']],
        ['do', ['de']],
      ],
    ],
    ['nothing where nothing has the words', 'home trash', []],
  ] as const)('%s: %j', (_, query, expected) => {
    expect(found(query)).toEqual(expected)
  })

  it('ranks what begins with the query first, then a word that does, then the rest', () => {
    const names = [one('c', 'Reload'), one('b', 'All loads'), one('a', 'Load')]
    expect(findChoices({ go: names, does: [], files: [], recent: [] }, 'load')[0]?.items.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ])
  })

  it('the group with the better match above the other', () => {
    const groups = findChoices({ go: [one('doc', 'Uploading audio')], does, files: [], recent: [] }, 'upload aud')
    expect(groups.map(({ kind }) => kind)).toEqual(['do', 'go'])
  })

  it('without a query what was chosen last, then all but the rare, nothing twice', () => {
    expect(found('', [one('trash', 'Trash'), one('de', 'Language: Deutsch')])).toEqual([
      ['recent', ['trash', 'de']],
      ['go', ['home', 'settings', 'folder']],
      ['do', ['upload']],
    ])
  })

  it('twenty recordings at most', () => {
    expect(found('budget')).toEqual([['files', files.slice(0, MOST_FILES).map(({ id }) => id)]])
  })
})
