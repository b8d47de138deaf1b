import { describe, expect, it } from 'vitest'
import { toFileName } from './toFileName.ts'

describe('the name of the file', () => {
  it.each([
    ['Über uns 録音', 'Über uns 録音'],
    ['a:b/c\\d*e?f"g<h>i|j', 'a-b-c-d-e-f-g-h-i-j'],
    [' ..hidden.. ', 'hidden'],
    ['...', 'recording'],
    ['長'.repeat(255), '長'.repeat(150)],
  ])('of %j is %j', (title, name) => {
    expect(toFileName(title)).toBe(name)
  })
})
