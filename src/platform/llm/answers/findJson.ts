import { jsonrepair } from 'jsonrepair'

/** The span of a JSON object in a text, from its opening to its closing bracket. `end` is null when the object is truncated. */
type Span = { readonly start: number; readonly end: number | null }

/** A text with more opening brackets than this is not an answer. */
const MAX_OBJECTS = 30

/** Returns the outermost objects in a text, in order. Nested objects are left out. */
export function findObjects(text: string): Span[] {
  const spans: Span[] = []
  let from = text.indexOf('{')
  while (from >= 0 && spans.length < MAX_OBJECTS) {
    const end = findEnd(text, from)
    spans.push({ start: from, end })
    from = text.indexOf('{', end ?? from + 1)
  }
  return spans
}

/** Returns the position after the bracket that closes the one at `start`, or null. Brackets in strings and comments do not count. */
function findEnd(text: string, start: number): number | null {
  let depth = 0
  for (const { index, character } of structureOf(text, start)) {
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
    if (depth === 0) return index + 1
  }
  return null
}

/** Quotation marks with which models delimit strings, and their closing counterparts. */
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“”', '‘': '’', '«': '»' }
/** Characters that may precede and follow a string. Quotation marks elsewhere belong to the text. */
const [BEFORE_STRING, AFTER_STRING] = ['{[,:', ',:}]/#']

/** Yields the characters from `start` on that are outside of strings and comments. */
export function* structureOf(text: string, start: number): Generator<{ readonly index: number; readonly character: string }> {
  let closing: string | undefined
  let before = ''
  for (let index = start; index < text.length; index++) {
    const character = text[index]!
    if (closing !== undefined) {
      if (character === '\\') index++
      else if (closing.includes(character) && endsString(text, index + 1)) closing = undefined
      continue
    }
    const isOpening = character in QUOTES && (character === '"' || BEFORE_STRING.includes(before))
    if (/\S/.test(character)) before = character
    if (isOpening) closing = QUOTES[character]
    else if (character === '/' && (text[index + 1] === '/' || text[index + 1] === '*')) {
      const end = text.indexOf(text[index + 1] === '/' ? '\n' : '*/', index + 2)
      if (end < 0) return
      index = end
    } else yield { index, character }
  }
}

/** Returns whether a string may end before an index: at the end of the text, or before a character that may follow a string. */
function endsString(text: string, from: number): boolean {
  let at = from
  while (at < text.length && /\s/.test(text[at]!)) at++
  return at === text.length || AFTER_STRING.includes(text[at]!)
}

/** Returns the value of a JSON text, or undefined. */
export function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Returns the value of a JSON text after repairing small errors: comments, commas, quotes, line breaks in strings. The text must
 * have all its brackets, because missing content must not be invented.
 */
export function parseRepaired(text: string): { readonly json: unknown } | undefined {
  const parsed = parseJson(text)
  if (parsed) return parsed
  try {
    return parseJson(jsonrepair(text))
  } catch {
    return undefined
  }
}
