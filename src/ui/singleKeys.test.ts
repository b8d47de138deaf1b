import { afterEach, describe, expect, it } from 'vitest'
import { hasSingleKeys, setSingleKeys } from './singleKeys.ts'

afterEach(() => localStorage.clear())

describe('character shortcuts (WCAG 2.1.4)', () => {
  it('are on until they are turned off in this browser', () => {
    expect(hasSingleKeys()).toBe(true)
    setSingleKeys(false)
    expect(hasSingleKeys()).toBe(false)
    setSingleKeys(true)
    expect(hasSingleKeys()).toBe(true)
  })
})
