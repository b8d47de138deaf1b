const MAX_CHARACTERS = 150

/** Returns a title as a file name, without characters that file systems forbid. A colon would also end the name in drag data. */
export function toFileName(title: string, fallback = 'recording'): string {
  const name = title.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-').replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return [...name].slice(0, MAX_CHARACTERS).join('') || fallback
}
