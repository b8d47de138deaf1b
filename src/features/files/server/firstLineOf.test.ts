import { describe, expect, it } from 'vitest'
import { firstLineOf } from './firstLineOf.ts'

describe('the first line of a summary', () => {
  const own =
    '# Solar panels\n\n*Covers 0:00 to 6:14. Written by model.*\n\nForty \\*panels\\* are ordered. [6:14](#t=374000)\n\n## Highlights\n\n- One'

  it.each([
    ['our own summary', own, 'Forty *panels* are ordered.'],
    ['a list of points', '# Title\n\n*Quoted*\n\n## Highlights\n\n- The price rose. [0:05](#t=5000)\n- Two', 'The price rose.'],
    ['an unsupported line', 'The price will fall. *(not found in the recording)*', 'The price will fall.'],
    ['a summary by hand', '1. **Buy** [milk](https://example.org)', 'Buy milk'],
    [
      'text with emphasis',
      'The opening of *A Tale of Two Cities*, _read aloud_, and 2*3*4 in snake_case_names',
      'The opening of A Tale of Two Cities, read aloud, and 2*3*4 in snake_case_names',
    ],
    ['a table only', '| a | b |', ''],
    ['the JSON of another program', '{"markdown":"text"}', ''],
    ['no summary', '', ''],
  ])('is taken from %s', (_, markdown, line) => {
    expect(firstLineOf(markdown)).toBe(line)
  })

  it('has at most 120 characters', () => {
    expect([...firstLineOf('🙂'.repeat(500))]).toHaveLength(120)
  })
})
