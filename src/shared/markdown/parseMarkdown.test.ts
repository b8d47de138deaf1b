import { readFileSync, readdirSync } from 'node:fs'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { createMarkdownBudget, parseMarkdown } from './parseMarkdown.ts'
import { markdownText } from './markdownText.ts'
import { parseTime } from './parseTime.ts'
import { splitBlocks } from './splitBlocks.ts'

const parseWhole = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

const filler = `${'Words of a paragraph that is long enough to be a part. '.repeat(20)}\n\n`
const DOCUMENTS = readdirSync('docs/decisions').filter((_, index) => index % 5 === 0)

describe('parseMarkdown', () => {
  it.each(DOCUMENTS)('returns the same tree of docs/decisions/%s as the parser does of the whole text', (name) => {
    const markdown = readFileSync(`docs/decisions/${name}`, 'utf8')
    const text = `${markdown}\n\n${filler}${markdown}`
    expect(splitBlocks(text).length).toBeGreaterThan(1)
    expect(JSON.stringify(parseMarkdown(text).children)).toBe(JSON.stringify(parseWhole(text)))
  })

  it.each([
    ['a list with empty lines', '- a\n\n  b\n\n- c\n\n  - d\n\n    e\n\nEnd'],
    ['a numbered list', '1. a\n\n2. b\n\n   c\n\nEnd\n\n3. d'],
    ['code with empty lines', '```\na\n\nb\n\n# c\n```\n\nEnd'],
    ['code in a list', '- ```\n  a\n\n  b\n  ```\n\nEnd\n\n~~~~\na\n\n~~~\n\nb\n~~~~\n\nEnd'],
    ['code that never ends', '```\na\n\nb\n\nEnd'],
    ['footnotes', 'a[^1]\n\nMore\n\n[^1]: b\n\n    c'],
    ['HTML', '<pre>\n\n# a\n\n</pre>\n\nEnd\n\n<!-- a\n\nb -->\n\nEnd'],
    ['quotations', '> a\n\n> b\nc\n\nEnd'],
    ['tables', '| a |\n|---|\n| b |\n\n| c |\n|---|\n\nEnd'],
    ['headings', 'a\n===\n\nb\n---\n\n***\n\n* * *\n\nEnd'],
  ])('does not change %s', (_name, markdown) => {
    const text = `${filler}${markdown}\n\n${filler}${markdown}`
    expect(JSON.stringify(parseMarkdown(text).children)).toBe(JSON.stringify(parseWhole(text)))
  })

  it('resolves references to definitions, wherever these are', () => {
    const tree = parseMarkdown(`[a][t] ![b][p] [c]\n\n${filler}[t]: #t=1000\n[p]: https://example.org/p.png "P"`)
    expect(JSON.stringify(tree.children[0])).toContain('"type":"link","url":"#t=1000"')
    expect(JSON.stringify(tree.children[0])).toContain('"type":"image","url":"https://example.org/p.png","title":"P","alt":"b"')
    expect(markdownText(tree.children[0]!)).toBe('a b [c]')
  })

  it('gives positions in the whole text', () => {
    const tree = parseMarkdown(`${filler.repeat(3)}# Heading`.replaceAll('\n', '\r\n'))
    expect(tree.children).toHaveLength(4)
    expect(tree.children[3]?.position?.start).toMatchObject({ line: 7, column: 1, offset: filler.length * 3 })
  })

  it('takes CR and CRLF as line ends', () => {
    const markdown = '# A\n\n- a\n- b\n\n```\nc\n```'
    for (const lineEnd of ['\r', '\r\n'])
      expect(JSON.stringify(parseMarkdown(markdown.replaceAll('\n', lineEnd)))).toBe(JSON.stringify(parseMarkdown(markdown)))
  })

  it('spends the budget of a page, and returns what exceeds the rest as it is', () => {
    const budget = createMarkdownBudget()
    const list = '- **a** [0:01](#t=1000)\n'.repeat(200)
    expect(parseMarkdown(list, budget).children).toHaveLength(1)
    budget.left = parseTime(list) - 1
    expect(parseMarkdown(list, budget).children).toEqual([{ type: 'paragraph', children: [{ type: 'text', value: list }] }])
    expect(parseMarkdown('A short note.', budget).children).toHaveLength(1)
  })
})

describe('parseTime', () => {
  it('grows with the number of paragraphs, and with the square of what the parser compares', () => {
    const paragraphs = (count: number) => splitBlocks(filler.repeat(count)).reduce((sum, part) => sum + parseTime(part), 0)
    expect(paragraphs(100) / paragraphs(10)).toBeCloseTo(10, 0)
    expect(parseTime('a\n=\n'.repeat(2000)) / parseTime('a\n=\n'.repeat(200))).toBeGreaterThan(50)
  })

  it('of a text that would exhaust the stack is infinite', () => {
    for (const deep of ['> '.repeat(70), '- '.repeat(70), `${' '.repeat(200)}- `]) expect(parseTime(`${deep}a`)).toBe(Infinity)
  })
})
