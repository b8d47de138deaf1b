/** Returns the beginning of a text, at most so many UTF-16 units and never half a character. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
