import { afterEach, describe, expect, it } from 'vitest'
import { hasCharacterShortcuts, setCharacterShortcuts } from './shortcuts.ts'

afterEach(() => localStorage.clear())

describe('character shortcuts (WCAG 2.1.4)', () => {
  it('are on until they are turned off in this browser', () => {
    expect(hasCharacterShortcuts()).toBe(true)
    setCharacterShortcuts(false)
    expect(hasCharacterShortcuts()).toBe(false)
    setCharacterShortcuts(true)
    expect(hasCharacterShortcuts()).toBe(true)
  })
})
