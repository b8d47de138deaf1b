/** Content types that are safe in a browser. Everything else is sent as bytes to be saved. */
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
/** Types that open in the page. All others are saved. */
const INLINE_TYPES = /^(audio|image)\//
const OCTET_STREAM = 'application/octet-stream'

/** Returns the content type of a response: never one that a browser would execute, such as HTML or SVG. */
export const safeContentType = (type: string): string => (SAFE_TYPES.has(type.toLowerCase()) ? type.toLowerCase() : OCTET_STREAM)

/** True when the browser may open this type in the page instead of saving it. */
export const opensInline = (type: string): boolean => INLINE_TYPES.test(type)
