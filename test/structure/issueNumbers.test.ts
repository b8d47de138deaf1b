import { describe, expect, it } from 'vitest'
import { commentsOf, readText, listTextFiles } from './sourceTree.ts'

/** `issue 6`, `issues #6 and 7`. Issues in URLs are not matched. */
const ISSUE_PATTERN = /(?<!\/)\bissues?[ \u00a0]#?\d+/gi
/** `(#12)` in prose. In code, colors and entities look similar. */
const HASH_PATTERN = /(?<=^|[\s(])#\d{1,5}(?=$|[\s),.;])/gm

/** Returns mentions of issues in prose: whole documents, and comments in code. */
function findIssues(path: string, source: string): string[] {
  const prose = /\.(md|txt)$/.test(path) ? source : /\.[mc]?[jt]sx?$/.test(path) ? commentsOf(source) : ''
  return [...(prose.match(HASH_PATTERN) ?? []), ...(source.match(ISSUE_PATTERN) ?? [])]
}

describe('decision records, comments and documents', () => {
  it('contain no issue numbers, which mean nothing to a reader', () => {
    const all = listTextFiles().filter((path) => path !== 'test/structure/issueNumbers.test.ts')
    expect(all.flatMap((path) => findIssues(path, readText(path)).map((found) => `${path}: ${found}`))).toEqual([])
  })

  it.each([
    ['a.md', 'must stay instant (issue 6); the list', true],
    ['a.md', 'see issues #5 and others', true],
    ['a.md', 'closes (#12)', true],
    ['a.ts', '// as said in #12.\nconst a = 1', true],
    ['a.ts', `const colour = '#888' // the issue of 2026`, false],
    ['a.md', 'https://example.org/owner/project/issues/12', false],
    ['a.css', 'background: #888', false],
    ['a.md', '# 12 things', false],
  ])('%s: %j contains one: %s', (path, source, names) => {
    expect(findIssues(path, source).length > 0).toBe(names)
  })
})
