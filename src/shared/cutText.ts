/** Truncates a text to at most this many UTF-16 units, without splitting a surrogate pair. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
