import { normalizeText } from '#kit/normalizeText.ts'

/** Marks that turn the direction of writing or cannot be seen. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu
/** What some disk or other takes for something else. */
const UNSAFE = /[/\\:*?"<>|]/g
const MOST_CHARACTERS = 80
/** A name on a disk has room for 255 bytes. */
const MOST_BYTES = 160

/** `2026-11-21 The meeting (3f9a01bc)`: safe on every disk, and of two recordings never the same, since the id says which. */
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
  let kept = ''
  for (const character of [...clean].slice(0, MOST_CHARACTERS)) {
    if (Buffer.byteLength(kept + character) > MOST_BYTES) break
    kept += character
  }
  return kept.replaceAll(/^[\s.]+|[\s.]+$/g, '') || 'recording'
}
