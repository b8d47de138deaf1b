import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expandBraces, readText, ROOT } from './sourceTree.ts'

/** A row of the map: its sections as `A§2, B§4`, or `-` when no section covers it; its description; a feature; and its tests. */
const ROW = /^\| (-|[AB]§\d(?:, [AB]§\d)*) \| ([^|]+) \| [^|]+ \| (`[^`]+`(?:, `[^`]+`)*) \|$/
/** A test is referenced by its full path, in which `*` and braces stand for several files. */
const TEST_PATH = /^(src|test|bench)\/.*\.test\.(ts|tsx|ts\*)$/

/**
 * Returns why a row is incorrect. Its tests must exist; each must mention one of its sections, and each section must be mentioned.
 */
function findProblems(row: string): string[] {
  const [, sectionList, says, testList] = ROW.exec(row) ?? []
  if (!sectionList || !testList) return [`not a row with sections and tests: ${row}`]
  const sections = sectionList.match(/[AB]§\d/g) ?? []
  const tests = testList
    .slice(1, -1)
    .split('`, `')
    .flatMap(expandBraces)
    .map((path) => ({ path, files: TEST_PATH.test(path) ? globSync(path, { cwd: ROOT }) : [] }))
    .map((test) => ({ ...test, text: test.files.map(readText).join('\n') }))
  const found = tests.filter(({ files }) => files.length > 0)
  return [
    ...tests.filter((test) => !found.includes(test)).map(({ path }) => `no such test: ${path}`),
    ...found
      .filter(({ text }) => sections.length > 0 && !sections.some((section) => text.includes(section)))
      .map(({ path }) => `mentions none of the sections: ${path}`),
    ...sections
      .filter((section) => !found.some(({ text }) => text.includes(section)))
      .map((section) => `no test mentions ${section}`),
  ].map((problem) => `${sectionList} | ${says}: ${problem}`)
}

describe('docs/spec-map.md', () => {
  it('references tests that exist and mention the section', () => {
    const [header, ...rows] = readText('docs/spec-map.md')
      .split('\n')
      .filter((line) => line.startsWith('| '))
    expect(header).toBe('| section | says | feature | test |')
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.flatMap(findProblems)).toEqual([])
  })

  it.each([
    ['| A§2 | x | y | `test/structure/specMap.test.ts` |', []],
    ['| - | x | y | `test/structure/{specMap,paths}.test.ts`, `test/structure/specM*.test.ts*` |', []],
    ['| - | x | y | `specMap.test.ts` |', ['- | x: no such test: specMap.test.ts']],
    ['| - | x | y | `test/structure/{specMap,missing}.test.ts` |', ['- | x: no such test: test/structure/missing.test.ts']],
    [
      '| B§3 | x | y | `test/structure/pa*.test.ts` |',
      ['B§3 | x: mentions none of the sections: test/structure/pa*.test.ts', 'B§3 | x: no test mentions B§3'],
    ],
  ])('is checked: %s', (row, problems) => {
    expect(findProblems(row)).toEqual(problems)
  })

  it.each([
    '| - | x | y | the same |',
    '| - | x | y | `test/structure/specMap.test.ts` and others |',
    '| A§2-A§4 | x | y | `test/structure/specMap.test.ts` |',
  ])('has no such row: %s', (row) => {
    expect(findProblems(row)).toEqual([`not a row with sections and tests: ${row}`])
  })
})
