import { describe, expect, it } from 'vitest'
import { expandBraces, listTextFiles, readText } from './sourceTree.ts'

/** Documents that describe the current code. The changelog also describes earlier code. */
const isGuide = (path: string): boolean => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(path)

/** File names in backticks, such as `src/a/{b,c}.ts`. URLs, imports and patterns are excluded. */
const FILE_NAME = /`((?![/#])[^`\s*<>]+\.(?:tsx?|mjs|sql))`/g

/** Returns the file names in a document that do not exist. A name may omit leading folders. */
function findMissingFiles(text: string, files: readonly string[]): string[] {
  const names = [...text.matchAll(FILE_NAME)].flatMap(([, name]) => expandBraces(name!))
  return names.filter((name) => !/NAME|^index\.ts$/.test(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)))
}

describe('documents', () => {
  it('name only files that exist', () => {
    const files = listTextFiles()
    const missing = files
      .filter(isGuide)
      .flatMap((path) => findMissingFiles(readText(path), files).map((name) => `${path}: ${name}`))
    expect(missing).toEqual([])
  })

  it.each([
    ['`src/a/b.ts` and `b.ts`', []],
    ['`src/a/{b,c}.ts`', ['src/a/c.ts']],
    ['`a/b.test.ts`, `#a/b.ts`, `src/*/x.ts`', ['a/b.test.ts']],
  ])('are checked: %s', (text, missing) => {
    expect(findMissingFiles(text, ['src/a/b.ts'])).toEqual(missing)
  })
})
