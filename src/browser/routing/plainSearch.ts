/**
 * Parses a query string; every value is a string. (The router's default parses `tagId=7` as a number and writes the string as
 * `"7"`, which does not match links from other programs.) If a name occurs several times, the last value counts.
 */
export const parsePlainSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query))

/** The reverse of `parsePlainSearch`, with the leading `?`. Returns an empty string if there are no values. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
