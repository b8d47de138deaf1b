/**
 * Queries as they are written in addresses: every value is text. (The router's own reading takes `tagId=7` for a number
 * and writes `"7"` for the text, which other people's links do not.) The last of several equal names counts.
 */
export const parsePlainSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** The reverse, with its `?`; empty when there is nothing to say. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const said = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return said.length > 0 ? `?${new URLSearchParams(said)}` : ''
}
