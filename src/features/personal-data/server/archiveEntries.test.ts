import { describe, expect, it } from 'vitest'
import { folderName } from './archiveEntries.ts'

const folderNameOf = (title: string) => folderName({ start: new Date('2026-11-21T23:30:00Z'), title, id: '3f9a01bc' })

describe('folderName', () => {
  it.each([
    ['The meeting', '2026-11-21 The meeting (3f9a01bc)'],
    ['../../etc/passwd', '2026-11-21 -..-etc-passwd (3f9a01bc)'],
    ['a\\b:c*d?e"f<g>h|i', '2026-11-21 a-b-c-d-e-f-g-h-i (3f9a01bc)'],
    ['cod\u202e3pm.exe', '2026-11-21 cod3pm.exe (3f9a01bc)'],
    ['line\r\nbreak\u0000\u0007', '2026-11-21 line break (3f9a01bc)'],
    ['  . . ', '2026-11-21 recording (3f9a01bc)'],
    ['\u200b\u2066', '2026-11-21 recording (3f9a01bc)'],
    ['二都物語', '2026-11-21 二都物語 (3f9a01bc)'],
    ['\ud800 half', '2026-11-21 \ufffd half (3f9a01bc)'],
  ])('for %j returns %j', (title, name) => {
    expect(folderNameOf(title)).toBe(name)
  })

  it('is shorter than 255 bytes and well-formed for long titles in any script', () => {
    for (const title of ['a', '語', '👩‍👩‍👧', '\ud83d\ude00', '😀'].map((character) => character.repeat(300))) {
      expect(Buffer.byteLength(folderNameOf(title))).toBeLessThan(255)
      expect(folderNameOf(title).isWellFormed()).toBe(true)
    }
  })
})
