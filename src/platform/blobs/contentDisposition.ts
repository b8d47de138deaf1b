/** Marks that turn the direction of writing: `cod\u202e3pm.exe` would read as `codexe.mp3`. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const MOST_CHARACTERS = 150
const UNNAMED = 'recording'

/** A filename without control characters, marks of direction, folders or leading dots, and of a length every disk takes. */
export function cleanFilename(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/[/\\]/g, '-')
    .replace(/^[\s.]+/, '')
    .trim()
  return shortened(clean) || UNNAMED
}

/**
 * The header that names a download, for old readers in ASCII and for all others in full (RFC 6266, RFC 5987). The name is
 * cleaned once more, so nothing in it can end the header.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const name = cleanFilename(filename)
  const plain = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const full = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`
}

/** Cuts in the middle, so that the ending stays. */
function shortened(name: string): string {
  const characters = [...name]
  if (characters.length <= MOST_CHARACTERS) return name
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return characters.slice(0, MOST_CHARACTERS - ending.length).join('') + ending
}
