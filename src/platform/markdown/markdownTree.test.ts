import { readFileSync, readdirSync } from 'node:fs'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { createMarkdownBudget, markdownTree } from './markdownTree.ts'
import { parseTime } from './parseTime.ts'
import { splitBlocks } from './splitBlocks.ts'

const parseWhole = (markdown: string) =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children
const withoutPositions = (nodes: unknown) =>
  JSON.stringify(nodes, (name, value: unknown) => (name === 'position' ? undefined : value))

const filler = `${'Words of a paragraph that is long enough to be a part. '.repeat(20)}\n\n`
const DOCUMENTS = readdirSync('docs/decisions').filter((_, index) => index % 5 === 0)

describe('markdownTree', () => {
  it.each(DOCUMENTS)('returns the same tree of docs/decisions/%s as the parser does of the whole text', (name) => {
    const markdown = readFileSync(`docs/decisions/${name}`, 'utf8')
    const text = `${markdown}\n\n${filler}${markdown}`
    expect(splitBlocks(text).length).toBeGreaterThan(1)
    expect(withoutPositions(markdownTree(text, createMarkdownBudget())?.children)).toBe(withoutPositions(parseWhole(text)))
  })

  it.each([
    ['a list with empty lines', '- a\n\n  b\n\n- c\n\n  - d\n\n    e\n\nEnd'],
    ['a numbered list', '1. a\n\n2. b\n\n   c\n\nEnd\n\n3. d'],
    ['code with empty lines', '```\na\n\nb\n\n# c\n```\n\nEnd'],
    ['code in a list', '- ```\n  a\n\n  b\n  ```\n\nEnd\n\n~~~~\na\n\n~~~\n\nb\n~~~~\n\nEnd'],
    ['code that never ends', '```\na\n\nb\n\nEnd'],
    ['definitions', '[a] and [b][a]\n\nMore\n\n[a]: https://example.org'],
    ['footnotes', 'a[^1]\n\nMore\n\n[^1]: b\n\n    c'],
    ['HTML', '<pre>\n\n# a\n\n</pre>\n\nEnd\n\n<!-- a\n\nb -->\n\nEnd'],
    ['quotations', '> a\n\n> b\nc\n\nEnd'],
    ['tables', '| a |\n|---|\n| b |\n\n| c |\n|---|\n\nEnd'],
    ['headings', 'a\n===\n\nb\n---\n\n***\n\n* * *\n\nEnd'],
  ])('does not change %s', (_name, markdown) => {
    const text = `${filler}${markdown}\n\n${filler}${markdown}`
    expect(withoutPositions(markdownTree(text, createMarkdownBudget())?.children)).toBe(withoutPositions(parseWhole(text)))
  })

  it('takes CR and CRLF as line ends', () => {
    const markdown = '# A\n\n- a\n- b\n\n```\nc\n```'
    for (const lineEnd of ['\r', '\r\n'])
      expect(withoutPositions(markdownTree(markdown.replaceAll('\n', lineEnd), createMarkdownBudget()))).toBe(
        withoutPositions(markdownTree(markdown, createMarkdownBudget())),
      )
  })

  it('spends the budget of a page, and returns null for what exceeds the rest', () => {
    const budget = createMarkdownBudget()
    const list = '- **a** [0:01](#t=1000)\n'.repeat(200)
    expect(markdownTree(list, budget)?.children).toHaveLength(1)
    budget.left = parseTime(list) - 1
    expect(markdownTree(list, budget)).toBeNull()
    expect(markdownTree('A short note.', budget)?.children).toHaveLength(1)
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
