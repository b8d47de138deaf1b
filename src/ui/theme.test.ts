import { beforeEach, describe, expect, it } from 'vitest'
import { basePathOf } from '#kit/paths.ts'
import { applyTheme, chooseTheme, chosenTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  applyTheme()
})

describe('the theme', () => {
  it('is the system’s until somebody chooses', () => {
    expect(chosenTheme()).toBe('system')
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })

  it('that was chosen is painted at once and again at the next visit', () => {
    chooseTheme('dark')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    delete document.documentElement.dataset['theme']
    applyTheme()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    chooseTheme('system')
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })
})

describe('the base of all routes (A§2)', () => {
  it.each([
    ['/', ''],
    ['/web12', '/web12'],
    ['/web12/file-list', '/web12'],
    ['/web/file-list', ''],
    ['/web12x/file-list', ''],
    ['/share/web12/', ''],
  ])('of %s is "%s"', (path, base) => {
    expect(basePathOf(path)).toBe(base)
  })
})
