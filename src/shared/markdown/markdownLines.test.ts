import type { Nodes } from 'mdast'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inlineText, linkedTimes, withoutTimes } from './inlineText.ts'
import { changeTasks, readLines, taskIdsByLine } from './markdownLines.ts'
import { markdownText } from './markdownText.ts'
import { parseMarkdown } from './parseMarkdown.ts'

const kindsOf = (markdown: string) => readLines(markdown).map(({ kind }) => kind)

/** The numbers of the lines that are shown with a box. */
function shownTasks(node: Nodes): number[] {
  const own = node.type === 'listItem' && typeof node.checked === 'boolean' ? [node.position!.start.line] : []
  return [...own, ...('children' in node ? node.children.flatMap(shownTasks) : [])]
}

describe('the lines of Markdown', () => {
  it('have a kind, their words, and the level of a heading', () => {
    const lines = readLines('# One #\n\nTwo\n===\n\n- three\n2) four\n> five\n***\n')
    expect(lines.map(({ kind, content, level }) => [kind, content, level])).toEqual([
      ['heading', 'One', 1],
      ['blank', '', 0],
      ['heading', 'Two', 1],
      ['rule', '', 0],
      ['blank', '', 0],
      ['item', 'three', 0],
      ['item', 'four', 0],
      ['quote', 'five', 0],
      ['rule', '', 0],
      ['blank', '', 0],
    ])
  })

  it.each([
    ['code', '```\n# a\n- [ ] b\n```\nc', ['rule', 'code', 'code', 'rule', 'text']],
    ['code that never ends', '~~~\n- [ ] a', ['rule', 'code']],
    ['code that is indented', 'a\n\n    - [ ] b\n\n    c', ['text', 'blank', 'code', 'blank', 'code']],
    ['a list in a list', '- a\n\n    - [ ] b', ['item', 'blank', 'item']],
    ['a table', '| a | b |\n|---|---|\n| - [ ] 1 | 2 |\n\nc', ['table', 'rule', 'table', 'blank', 'text']],
    ['a hash without a space', '#topic', ['text']],
    ['CR and CRLF', '# a\r- b\r\n- c', ['heading', 'item', 'item']],
  ])('%s is read as it is shown', (_name, markdown, kinds) => expect(kindsOf(markdown)).toEqual(kinds))

  it.each([
    ['bullets', '- [ ] a\n* [x] b\n+ [X] c'],
    ['numbers', '1. [ ] a\n2) [x] b'],
    ['lists in lists', '- [ ] a\n  - [x] b\n    - [ ] c'],
    ['quotations', '> - [ ] a'],
    ['code between them', '- [ ] a\n\n```\n- [ ] no\n```\n\n- [x] b'],
    ['code with longer fences', '````\n```\n- [ ] no\n````\n- [ ] a'],
    ['indented code', 'a\n\n    - [ ] no\n\n- [ ] b'],
    ['no box', '- [y] a\n- [] b\n- [ ]c\n[ ] d\n-[ ] e'],
    ['tables', '| - [ ] a | b |\n|---|---|\n| - [ ] c | d |'],
    ['text of scripts from right to left', '- [ ] לשלוח\n- [x] أرسل'],
  ])('with %s has the tasks that are shown', (_name, markdown) => {
    expect([...taskIdsByLine(markdown).keys()]).toEqual(shownTasks(parseMarkdown(markdown)))
  })

  it('has the tasks that are shown in every document of the repository', () => {
    for (const name of readdirSync('docs/decisions')) {
      const markdown = readFileSync(`docs/decisions/${name}`, 'utf8')
      expect([...taskIdsByLine(markdown).keys()], name).toEqual(shownTasks(parseMarkdown(markdown)))
    }
  })
})

describe('changing the tasks of a text', () => {
  it('changes their boxes only', () => {
    const markdown = '# [ ] T\r\n\r\n- [ ] a [ ]\r\n```\n- [ ] code\n```\n1. [X] b\n'
    expect(changeTasks(markdown, (_, index) => index === 0)).toBe(
      '# [ ] T\r\n\r\n- [x] a [ ]\r\n```\n- [ ] code\n```\n1. [ ] b\n',
    )
    expect(changeTasks(markdown, (wasDone) => wasDone)).toBe(markdown)
  })
})

describe('the words of a line', () => {
  it.each([
    ['A **bold** and *italic*, ***both***, __bold__ and _italic_', 'A bold and italic, both, bold and italic'],
    ['これは**太字**です、~~削除~~', 'これは太字です、削除'],
    ['זה **מודגש** כאן', 'זה מודגש כאן'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    [String.raw`not \*bold\*, \[x\], 1\. \\`, String.raw`not *bold*, [x], 1. \\`.replace('\\\\', '\\')],
    ['`**code**` and ``a ` b``', '**code** and a ` b'],
    ['[words](https://a.example/x_(y) "title") and <https://b.example>', 'words and https://b.example'],
    ['![picture](x.png) [**bold** link](y)', 'picture bold link'],
    ['R&amp;D &lt;b&gt; &#x41;&#66;', 'R&D <b> AB'],
    ['**open and *nested* words', '**open and nested words'],
    ['a * b', 'a * b'],
    ['', ''],
  ])('%s', (markdown, words) => {
    expect([inlineText(markdown), markdownText(parseMarkdown(markdown))]).toEqual([words, words])
  })

  it('are a product of numbers, although it is shown in italics', () => expect(inlineText('2*3*4')).toBe('2*3*4'))

  it('are without times, which are read from links', () => {
    const line = 'Forty clinics. [6:14](#t=374000) [1:02:09](#t=3729000) [far](#t=99999999999999)'
    expect(linkedTimes(line)).toEqual([374_000, 3_729_000])
    expect(withoutTimes(line)).toBe('Forty clinics. [far](#t=99999999999999)')
  })
})

describe('texts that would take long', () => {
  it.each([
    '*',
    '_',
    '`',
    '~~',
    '[',
    '](',
    '[a](',
    '![',
    '<',
    '&',
    '\\',
    '# ',
    '> ',
    '- ',
    '* [ ] ',
    '|',
    ' ',
    '**a',
    '`a``',
    '*a_',
  ])(
    'are read in one pass: %j 100,000 times',
    (part) => {
      const text = part.repeat(100_000)
      expect(readLines(text)).toHaveLength(1)
      expect(inlineText(withoutTimes(text)).length).toBeLessThanOrEqual(text.length)
      expect(linkedTimes(text)).toEqual([])
    },
    5000,
  )

  it('are read line by line', () => {
    const markdown = '- [ ] **Forty** clinics, _before_ the rains. [6:14](#t=374000)\n'.repeat(7000)
    expect(readLines(changeTasks(markdown, () => true)).filter(({ isDone }) => isDone)).toHaveLength(7000)
  }, 5000)
})
