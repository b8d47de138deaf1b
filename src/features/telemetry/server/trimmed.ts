/** What is kept of a text; nothing anybody said in a recording has a place here. */
export const MOST_LETTERS = 300
/** How many objects may lie in one another. */
export const MOST_DEPTH = 3
/** Entries of one list or object. */
export const MOST_ENTRIES = 50
/** Of all that is kept of one event, as JSON; above it only the beginning is. */
export const MOST_KEPT = 8192

/** A value from a page as it may be kept: short, shallow, and without half a character at its end, which PostgreSQL refuses. */
export function trimmed(value: unknown): unknown {
  const kept = shallow(value, MOST_DEPTH)
  const text = JSON.stringify(kept)
  return text.length > MOST_KEPT ? { cut: shortText(text) } : kept
}

/** A text of a page as it may be kept. */
export const shortText = (text: string): string => text.slice(0, MOST_LETTERS).toWellFormed()

function shallow(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return shortText(value)
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((one) => shallow(one, depth - 1))
  const entries = Object.entries(value).slice(0, MOST_ENTRIES)
  return Object.fromEntries(entries.map(([name, one]) => [shortText(name), shallow(one, depth - 1)]))
}
