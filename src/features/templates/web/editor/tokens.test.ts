import { describe, expect, it } from 'vitest'
import { headingsOf, snapSelection, splitTokens, tokenAfter, tokenBefore } from './tokens.ts'

const TEXT = 'With {{Speakers}}, {{Nobody}}.'
const TOKEN = { start: 5, end: 17 }

describe('the fields of a template', () => {
  it('are known names in double braces', () => {
    expect(splitTokens(TEXT).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'text With ',
      'token {{Speakers}}',
      'text , {{Nobody}}.',
    ])
  })

  it('are found before and after a position', () => {
    expect(tokenBefore(TEXT, 17)).toEqual(TOKEN)
    expect(tokenBefore(TEXT, 16)).toBeUndefined()
    expect(tokenAfter(TEXT, 5)).toEqual(TOKEN)
  })

  it('are selected whole or not at all', () => {
    expect(snapSelection(TEXT, { start: 6, end: 6 })).toEqual({ start: 5, end: 5 })
    expect(snapSelection(TEXT, { start: 15, end: 15 })).toEqual({ start: 17, end: 17 })
    expect(snapSelection(TEXT, { start: 2, end: 9 })).toEqual({ start: 2, end: 17 })
    expect(snapSelection(TEXT, { start: 9, end: 20 })).toEqual({ start: 5, end: 20 })
    expect(snapSelection(TEXT, { start: 1, end: 4 })).toEqual({ start: 1, end: 4 })
  })
})

it('the headings are the lines that start with #', () => {
  expect(headingsOf('Intro\n# In short\nText # not this\n## Themes\n#')).toEqual(['In short', 'Themes'])
})
