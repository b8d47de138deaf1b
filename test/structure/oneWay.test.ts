import { describe, expect, it } from 'vitest'
import { listSourceFiles, readText, withoutComments } from './sourceTree.ts'

const filesWith = (pattern: RegExp): string[] =>
  listSourceFiles().filter(
    (path) => path.startsWith('src/') && !path.includes('.test.') && pattern.test(withoutComments(readText(path))),
  )

describe('there is one way', () => {
  it('to write a value into a column of type jsonb: json() of platform/db', () => {
    expect(filesWith(/::jsonb\b|JSON\.stringify\([^\n]*\) as unknown as/)).toEqual(['src/platform/db/json.ts'])
  })

  it('to copy: copyText() of browser/page', () => {
    expect(filesWith(/\bclipboard\.write/)).toEqual(['src/browser/page/copyText.ts'])
  })

  it('to format a time in a recording: formatTimestamp() of shared', () => {
    // Formats of other programs have fractions of a second, or frames.
    const files = filesWith(/% 60\b[^]{0,160}padStart\(2|padStart\(2[^\n]*% 60\b/)
    expect(files.filter((path) => !path.startsWith('src/features/export/server/formats/'))).toEqual(['src/shared/timestamp.ts'])
  })
})
