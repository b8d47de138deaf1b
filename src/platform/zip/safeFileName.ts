import { normalizeText } from '#shared/normalizeText.ts'

/** Direction marks and invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
/** Characters that are special on a file system. */
const UNSAFE = /[/\\:*?"<>|]/g
const MAX_CHARACTERS = 80
/** Most file systems allow 255 bytes in a file name. */
const MAX_BYTES = 160
/** Device names on Windows, which are also reserved with an extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/**
 * Returns a title as a file name that is valid on every file system: without control characters, direction marks and slashes, at
 * most 160 bytes. Returns `recording` when nothing is left.
 */
export function safeFileName(title: string): string {
  const clean = normalizeText(title, 'NFC')
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(UNSAFE, '-')
    .replaceAll(/\s+/g, ' ')
  let result = ''
  for (const character of [...clean].slice(0, MAX_CHARACTERS)) {
    if (Buffer.byteLength(result + character) > MAX_BYTES) break
    result += character
  }
  const name = result.replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'recording'
  return RESERVED.test(name) ? `_${name}` : name
}
