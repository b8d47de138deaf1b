/** Maximum length of a text. Texts of recordings must not be sent here. */
export const MOST_LETTERS = 300
/** Maximum depth of nested objects. */
export const MOST_DEPTH = 3
/** Maximum number of entries of a list or an object. */
export const MOST_ENTRIES = 50
/** Maximum length of an event as JSON. Of a longer event only the beginning is stored. */
export const MOST_KEPT = 8192

/** Limits the length and depth of a value from the client, and removes lone surrogates, which PostgreSQL refuses. */
export function trimmed(value: unknown): unknown {
  const kept = shallow(value, MOST_DEPTH)
  const text = JSON.stringify(kept)
  return text.length > MOST_KEPT ? { cut: shortText(text) } : kept
}

/** Limits the length of a text from the client, and replaces lone surrogates. */
export const shortText = (text: string): string => text.slice(0, MOST_LETTERS).toWellFormed()

function shallow(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortText(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((one) => shallow(one, depth - 1))
  const entries = Object.entries(value).slice(0, MOST_ENTRIES)
  return Object.fromEntries(entries.map(([name, one]) => [shortText(name), shallow(one, depth - 1)]))
}
