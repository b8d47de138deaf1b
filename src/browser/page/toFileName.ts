const MAX_CHARACTERS = 150

/** Returns a title as a file name without characters that a file system forbids. A colon would also end the name in the data of a drag. */
export function toFileName(title: string, fallback = 'recording'): string {
  const name = title.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-').replaceAll(/^[\s.]+|[\s.]+$/g, '')
  return [...name].slice(0, MAX_CHARACTERS).join('') || fallback
}
