import { beforeEach, describe, expect, it } from 'vitest'
import { basePathOf } from '#shared/paths.ts'
import { applyTheme, setTheme, getTheme } from './theme.ts'

beforeEach(() => {
  localStorage.clear()
  applyTheme()
})

describe('the theme', () => {
  it('is that of the system until one is chosen', () => {
    expect(getTheme()).toBe('system')
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })

  it('is applied at once when it is chosen, and again on the next visit', () => {
    setTheme('dark')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    delete document.documentElement.dataset['theme']
    applyTheme()
    expect(document.documentElement.dataset['theme']).toBe('dark')
    setTheme('system')
    expect(document.documentElement.dataset['theme']).toBeUndefined()
  })
})

describe('basePathOf (A§2)', () => {
  it.each([
    ['/', ''],
    ['/web12', '/web12'],
    ['/web12/file-list', '/web12'],
    ['/web/file-list', ''],
    ['/web12x/file-list', ''],
    ['/share/web12/', ''],
  ])('returns the base of %s, which is "%s"', (path, base) => {
    expect(basePathOf(path)).toBe(base)
  })
})
