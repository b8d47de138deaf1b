import { normalizeText } from '#shared/normalizeText.ts'

/** Direction marks and invisible characters. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
/** Characters that are special on a file system. */
const UNSAFE = /[/\\:*?"<>|]/g
const MAX_CHARACTERS = 80
/** Most file systems allow 255 bytes in a file name. */
const MAX_BYTES = 160

/** Returns a folder name such as `2026-11-21 The meeting (3f9a01bc)`. It is valid on every file system and unique by the id. */
export function folderName({ start, title, id }: { start: Date; title: string; id: string }): string {
  return `${start.toISOString().slice(0, 10)} ${safeTitle(title)} (${id})`
}

function safeTitle(title: string): string {
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
  return result.replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'recording'
}
