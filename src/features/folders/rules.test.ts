import { describe, expect, it } from 'vitest'
import { FOLDER_COLORS, FolderColor, FolderIcon } from './contract.ts'
import { FOLDER_ICONS, NAMED_COLORS, NEW_FOLDER, PRESET_NAMES, resolveIcon, isUnchanged, folderNameError } from './rules.ts'

describe('folder colours and icons (B§5, B§9)', () => {
  it('are seven presets with names and twelve named colours, all different', () => {
    expect(FOLDER_COLORS).toHaveLength(7)
    expect(PRESET_NAMES).toHaveLength(7)
    expect(NAMED_COLORS).toHaveLength(12)
    expect(new Set([...FOLDER_COLORS, ...NAMED_COLORS.map(({ color }) => color)]).size).toBe(19)
    for (const { color } of NAMED_COLORS) expect(FolderColor.safeParse(color).success).toBe(true)
  })

  it('are 58 icons that the server accepts', () => {
    expect(new Set(FOLDER_ICONS).size).toBe(58)
    for (const icon of FOLDER_ICONS) expect(FolderIcon.safeParse(icon).success).toBe(true)
  })

  it.each([
    ['folder', 'folder'],
    ['rocket', 'rocket'],
    ['e600', 'folder'],
    ['e627', 'bookmark'],
    ['E639', 'leaf'],
    ['e63a', 'folder'],
    ['e640', 'folder'],
    ['from-another-client', 'folder'],
    ['', 'folder'],
  ])('resolve the stored icon %j to %s', (stored, shown) => {
    expect(resolveIcon(stored)).toBe(shown)
  })
})

describe('folder names (B§5)', () => {
  it.each([
    ['', 'Folder_noname'],
    ['   ', 'Folder_noname'],
    ['x'.repeat(255), 'Folder_toolong'],
    ['x'.repeat(254), undefined],
    [`  ${'x'.repeat(254)}  `, undefined],
    ['Work', undefined],
  ])('%j: %s', (name, error) => {
    expect(folderNameError(name)).toBe(error)
  })
})

describe('saving a folder', () => {
  const work = { name: 'Work', color: '#4C8EFF', icon: 'e627' }

  it('changes nothing when name, colour and icon are equal as shown (B§5)', () => {
    expect(isUnchanged(work, { name: ' Work ', color: '#4c8eff', icon: 'bookmark' })).toBe(true)
  })

  it.each([{ name: 'work' }, { color: '#46cf6c' }, { icon: 'key' }])('changes something with %j', (change) => {
    expect(isUnchanged(work, { ...work, ...change })).toBe(false)
  })

  it('starts with an empty name, the first preset and the first icon', () => {
    expect(NEW_FOLDER).toEqual({ name: '', color: '#191919', icon: 'folder' })
  })
})
