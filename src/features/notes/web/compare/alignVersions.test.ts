import { describe, expect, it } from 'vitest'
import { createForm, createPoint } from '#test/screens/createNote.ts'
import type { SummaryForm } from '../../contract.ts'
import { alignVersions, bringOver, compareResults, countChanges, diffWords, toVersionSections } from './alignVersions.ts'
import type { VersionLine, VersionSection } from './alignVersions.ts'

const line = (text: string, ...times: number[]): VersionLine => ({
  text,
  times,
  isSupported: true,
  isDone: undefined,
  markdown: `- ${text}`,
})
const section = (heading: string, ...lines: VersionLine[]): VersionSection => ({ heading, kind: 'text', lines })
const rows = (before: VersionSection[], after: VersionSection[]) =>
  alignVersions(before, after).flatMap(({ lines }) =>
    lines.map(({ change, before: left, after: right }) => [change, left?.text, right?.text]),
  )

describe('two versions side by side', () => {
  it('shows what is the same, reworded, added and left out', () => {
    const before = [
      section(
        'Decided',
        line('Forty clinics before the rains.'),
        line('Transport is paid from the reserve.'),
        line('The north leaves.'),
      ),
    ]
    const after = [
      section(
        'Decided',
        line('Forty clinics before the rains.'),
        line('Transport is paid from the reserve until March.'),
        line('A boat is bought.'),
      ),
    ]
    expect(rows(before, after)).toEqual([
      ['same', 'Forty clinics before the rains.', 'Forty clinics before the rains.'],
      ['reworded', 'Transport is paid from the reserve.', 'Transport is paid from the reserve until March.'],
      ['left-out', 'The north leaves.', undefined],
      ['added', undefined, 'A boat is bought.'],
    ])
    expect(countChanges(alignVersions(before, after))).toEqual({ same: 1, reworded: 1, added: 1, 'left-out': 1 })
  })

  it('keeps the order of both versions', () => {
    const before = [section('A', line('one two three'), line('four five six'))]
    const after = [section('A', line('four five six'), line('one two three'))]
    const compared = rows(before, after)
    expect(compared.map(([, left]) => left).filter(Boolean)).toEqual(['one two three', 'four five six'])
    expect(compared.map(([, , right]) => right).filter(Boolean)).toEqual(['four five six', 'one two three'])
  })

  it('recognizes a line by its time where few words are common', () => {
    expect(
      rows(
        [section('A', line('Ask the ministry again', 5000))],
        [section('A', line('Someone should ask about money', 5000))],
      )[0]?.[0],
    ).toBe('reworded')
    expect(
      rows(
        [section('A', line('Ask the ministry again', 5000))],
        [section('A', line('Someone should ask about money', 9000))],
      )[0]?.[0],
    ).toBe('left-out')
  })

  it('shows sections that only one version has', () => {
    const compared = alignVersions([section('Old', line('x'))], [section('New', line('y'))])
    expect(compared.map(({ heading }) => heading)).toEqual([
      { before: 'Old', after: undefined },
      { before: undefined, after: 'New' },
    ])
  })

  it('recognizes a section by its lines where its heading was changed', () => {
    const lines = [line('one two three'), line('four five six')]
    expect(rows([section('In short', ...lines)], [section('Briefly', ...lines)]).map(([change]) => change)).toEqual([
      'same',
      'same',
    ])
  })

  it('compares texts without spaces between words', () => {
    expect(
      rows(
        [section('決定', line('雨季の前に四十の診療所を開く'))],
        [section('決定', line('雨季の前に五十の診療所を開く'))],
      )[0]?.[0],
    ).toBe('reworded')
  })

  it('keeps the spelling of each version in lines that are the same', () => {
    expect(rows([section('A', line('one  two'))], [section('A', line('one two'))])).toEqual([['same', 'one  two', 'one two']])
  })

  it('compares long texts, with a few changes and with nothing in common', () => {
    const lines = (words: string) => Array.from({ length: 5000 }, (_, n) => line(`${words} ${n} before the rains`))
    const edited = lines('clinics').map((each, n) => (n % 50 === 0 ? line(`new ${each.text}`) : each))
    expect(countChanges(alignVersions([section('A', ...lines('clinics'))], [section('A', ...edited)]))).toEqual({
      same: 4900,
      reworded: 100,
      added: 0,
      'left-out': 0,
    })
    expect(countChanges(alignVersions([section('A', ...lines('clinics'))], [section('A', ...lines('boats'))]))).toEqual({
      same: 0,
      reworded: 0,
      added: 5000,
      'left-out': 5000,
    })
  }, 5000)

  it('works with versions without lines', () => {
    expect(alignVersions([], [])).toEqual([])
    expect(rows([], [section('A', line('x'))])).toEqual([['added', undefined, 'x']])
  })
})

describe('the words that changed', () => {
  const mark = (pieces: readonly { text: string; isChanged: boolean }[]) =>
    pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')

  it('are marked in both texts', () => {
    const { before, after } = diffWords('wants more money before', 'wants money for transport before')
    expect(mark(before)).toBe('wants [more] money before')
    expect(mark(after)).toBe('wants money [for transport] before')
  })

  it('give both texts back', () => {
    const texts = ['', 'a', 'a b c', 'b c d e', '全員が賛成した。', 'a  b']
    for (const one of texts)
      for (const other of texts) {
        const { before, after } = diffWords(one, other)
        expect([before, after].map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual([one, other])
      }
  })
})

describe('an edited version', () => {
  it('is read from its Markdown', () => {
    const markdown = '# Title\n\nFirst *line*.\n\n## To do\n\n- [x] Send it \\[soon\\] [6:14](#t=374000)\n- [ ] Ask\n'
    const sections = toVersionSections({ markdown, form: null })
    expect(
      sections.map(({ heading, lines }) => [heading, lines.map(({ text, times, isDone }) => [text, times, isDone])]),
    ).toEqual([
      ['Title', [['First line.', [], undefined]]],
      [
        'To do',
        [
          ['Send it [soon]', [374_000], true],
          ['Ask', [], false],
        ],
      ],
    ])
  })
})

describe('an edited version with other Markdown', () => {
  it('is read as it is shown', () => {
    const markdown =
      'Title\r\n===\r\n\r\n1) *one*\r\n\r\n```\r\n# no heading\r\n```\r\n\r\n| a | b |\r\n|---|---|\r\n| 1 | 2 |\r\n'
    const [only, ...others] = toVersionSections({ markdown, form: null })
    expect(others).toEqual([])
    expect(only?.heading).toBe('Title')
    expect(only?.lines.map(({ text }) => text)).toEqual(['one', '# no heading', '| a | b |', '| 1 | 2 |'])
  })
})

describe('the title and the origin of a summary', () => {
  it('are no lines of an edited version', () => {
    const markdown = '# Title\n\n*Covers all. Written by a model.*\n\n## To do\n\n- Ask\n'
    expect(toVersionSections({ markdown, form: null }).map(({ heading }) => heading)).toEqual(['To do'])
  })
})

describe('a version that was edited', () => {
  it('is compared by its Markdown, so that the line of an empty section is not new', () => {
    const form = createForm({
      sections: [
        { kind: 'decisions', heading: 'Decided', points: [] },
        { kind: 'points', heading: 'Discussed', points: [createPoint('p1', 'Forty clinics.')] },
      ],
    })
    const markdown = '## Decided\n\nNothing found.\n\n## Discussed\n\n- Forty clinics.\n'
    const edited = markdown.replace('Forty clinics', 'Forty new clinics')
    expect(countChanges(compareResults({ markdown, form }, { markdown: edited, form: null }))).toEqual({
      same: 1,
      reworded: 1,
      added: 0,
      'left-out': 0,
    })
  })
})

describe('a line that is brought over', () => {
  it('goes to the end of its section', () => {
    expect(bringOver('# T\n\n## A\n\n- one\n\n## B\n\n- two\n', 'A', '- three')).toBe(
      '# T\n\n## A\n\n- one\n- three\n\n## B\n\n- two\n',
    )
    expect(bringOver('## A\n\ntext\n', 'gone', '- three')).toBe('## A\n\ntext\n\n- three\n')
  })

  it('keeps its time and its box', () => {
    const form = {
      sections: [
        {
          kind: 'actions',
          heading: 'To do',
          points: [{ text: 'Ask *them*', start_time: 3_661_000, supported: true, done: true }],
        },
      ],
    } as unknown as SummaryForm
    expect(toVersionSections({ form, markdown: '' })[0]?.lines[0]?.markdown).toBe('- [x] Ask \\*them\\* [1:01:01](#t=3661000)')
  })
})
