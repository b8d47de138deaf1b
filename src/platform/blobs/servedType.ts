/** Types a browser can do no harm with; whatever else is asked for is served as bytes to be saved. */
const HARMLESS = new Set([
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
/** Shown or played in the page; all others are saved. */
const SHOWN = /^(audio|image)\//
const BYTES = 'application/octet-stream'

/** The type bytes are sent with: never one a browser would run, such as a web page or a picture with scripts (SVG). */
export const servedType = (type: string): string => (HARMLESS.has(type.toLowerCase()) ? type.toLowerCase() : BYTES)

/** True when bytes of that type may open in the page rather than be saved. */
export const mayBeShown = (type: string): boolean => SHOWN.test(type)
