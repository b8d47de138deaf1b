import { describe, expect, it } from 'vitest'
import { getDesktopLinks, isDownloadAllowed } from './downloadLinks.ts'

describe('links built from the version (A§7)', () => {
  it('contain the Windows installer and the Mac images for both processors', () => {
    expect(getDesktopLinks('https://files.example.org/desktop', '0.7.0')).toEqual({
      windows: 'https://files.example.org/desktop/Earshot-0.7.0-x64.exe',
      macArm: 'https://files.example.org/desktop/Earshot-0.7.0-arm64.dmg',
      macIntel: 'https://files.example.org/desktop/Earshot-0.7.0-x64.dmg',
    })
  })

  it('are encoded and keep the query of the base URL', () => {
    expect(getDesktopLinks('https://files.example.org/a%20b/?sig=1#x', '1.0.0+5')?.windows).toBe(
      'https://files.example.org/a%20b/Earshot-1.0.0%2B5-x64.exe?sig=1',
    )
  })

  it.each([
    ['https://files.example.org', true],
    ['http://localhost:8080', true],
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['http://files.example.org', false],
    ['http://localhost.evil.example', false],
    ['https://me:secret@files.example.org', false],
    ['ftp://files.example.org', false],
    ['javascript:alert(1)', false],
    ['data:text/plain,1', false],
    ['//files.example.org', false],
    ['', false],
  ])('are allowed for %s: %s', (address, isAllowed) => {
    expect(isDownloadAllowed(address)).toBe(isAllowed)
    expect(getDesktopLinks(address, '0.7.0') !== null).toBe(isAllowed)
  })
})
