import { z } from 'zod/mini'
import { Invalid, InvalidJson } from './errors.ts'

// Without a locale, the messages of zod/mini only say that an input is invalid.
z.config(z.locales.en())

/** Returns the parsed JSON, or undefined for an empty text. Throws InvalidJson, or Invalid for forbidden keys. */
export function parseJson(text: string): unknown {
  if (text === '') return undefined
  const value = parse(text)
  if (hasForbiddenKey(text, value)) throw new Invalid('body', 'the keys __proto__ and constructor are not allowed')
  if (SURROGATE.test(text)) return replaceLoneSurrogates(value)
  if (typeof value === 'object' && value !== null && !text.includes('\\u0000') && isShallow(text)) plainValues.add(value)
  return value
}

/** Parsed values without NUL and deep nesting. Checking the text of a large body is ten times faster than serializing its value. */
const plainValues = new WeakSet<object>()
const MAX_DEPTH = 500

/** Returns whether valid JSON text is not deeply nested. */
function isShallow(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === QUOTE) at = endOfString(text, at)
    else if (character === LIST_START || character === OBJECT_START) depth++
    else if (character === LIST_END || character === OBJECT_END) depth--
    if (depth > MAX_DEPTH) return false
  }
  return true
}

const [QUOTE, LIST_START, LIST_END, OBJECT_START, OBJECT_END, BACKSLASH] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d, 0x5c] as const

/** Returns the index of the quote that closes the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** Parses a part of a request with its schema. Throws Invalid with the invalid field. */
export function parseInput<S extends z.ZodMiniType>(part: string, schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  // @NOTE PostgreSQL cannot store NUL in text. It is refused here for all routes, unless a schema has removed it.
  const isPlain = typeof value === 'object' && value !== null && plainValues.has(value)
  if (result.success && !isPlain && NUL.test(toJson(part, result.data))) throw new Invalid(part, 'text may not contain NUL')
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Invalid([part, ...(issue?.path ?? [])].join('.'), issue?.message ?? 'invalid', issue?.code)
}

function parse(text: string): unknown {
  try {
    // A byte order mark is not part of the text.
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch {
    throw new InvalidJson()
  }
}

/** Other bodies need no further check. A character may also be written as an escape. */
const MAY_NAME_PROTOTYPE = /__proto__|constructor|\\u00[0-9a-f]{2}/i

/** True when an object in the body has a key that could change a prototype where it is copied. */
function hasForbiddenKey(text: string, value: unknown): boolean {
  if (!MAY_NAME_PROTOTYPE.test(text)) return false
  const queue = [value]
  while (queue.length > 0) {
    const current = queue.pop()
    if (typeof current !== 'object' || current === null) continue
    if (Object.hasOwn(current, '__proto__') || Object.hasOwn(current, 'constructor')) return true
    for (const inner of Object.values(current)) queue.push(inner)
  }
  return false
}

const SURROGATE = /\\ud[89a-f]/i
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

/**
 * Replaces lone surrogates with U+FFFD, because PostgreSQL cannot store them. Programs that truncate text within a character send
 * them.
 */
function replaceLoneSurrogates(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value).replace(LONE_SURROGATE, '$1\ufffd'))
  } catch {
    return value // nested too deeply to serialize; `parseInput` reports it
  }
}

/** Matches an escaped NUL but not the six literal characters: the number of backslashes before it must be even. */
const NUL = /(?<!\\)(?:\\\\)*\\u0000/

function toJson(part: string, value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch (error) {
    if (error instanceof RangeError) throw new Invalid(part, 'nested too deeply')
    throw error
  }
}
