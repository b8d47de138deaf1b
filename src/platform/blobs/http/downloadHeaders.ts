/** Characters that change the text direction: `cod\u202e3pm.exe` would look like `codexe.mp3`. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
const MAX_CHARACTERS = 150
const FALLBACK_NAME = 'recording'

/**
 * Returns a filename without control characters, direction marks, slashes and leading dots, short enough for every file system.
 */
export function cleanFilename(name: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/[/\\]/g, '-')
    .replace(/^[\s.]+/, '')
    .trim()
  return truncate(clean) || FALLBACK_NAME
}

/**
 * Returns the Content-Disposition header of a download, with an ASCII name for old clients and the full name for all others (RFC
 * 6266, RFC 5987). The name is cleaned again, so nothing in it can end the header.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const name = cleanFilename(filename)
  const asciiName = name.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`
}

/** Shortens the name and keeps its extension. */
function truncate(name: string): string {
  const characters = [...name]
  if (characters.length <= MAX_CHARACTERS) return name
  const extension = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? ''
  return characters.slice(0, MAX_CHARACTERS - extension.length).join('') + extension
}

/** Content types that are safe in a browser. All others are served as a download of plain bytes. */
const SAFE_TYPES = new Set([
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/json',
  'application/pdf',
  'application/zip',
  'binary/octet-stream',
  'text/markdown; charset=utf-8',
  'text/plain; charset=utf-8',
])
/** Types that browsers display. All others are downloaded. */
const INLINE_TYPES = /^(audio|image)\//
const OCTET_STREAM = 'application/octet-stream'

/** Returns the content type of a response: never one that a browser would execute, such as HTML or SVG. */
export const safeContentType = (type: string): string => (SAFE_TYPES.has(type.toLowerCase()) ? type.toLowerCase() : OCTET_STREAM)

/** True when the browser may display this type instead of downloading it. */
export const opensInline = (type: string): boolean => INLINE_TYPES.test(type)
