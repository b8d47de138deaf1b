import { z } from 'zod'
import { findObjects, parseJson, parseRepaired } from './findJson.ts'
import { withoutReasoning } from './withoutReasoning.ts'

/** The result of parsing an answer. `problem` is sent to the model in the second request. */
export type ParsedAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'empty' | 'cut' | 'unusable'; readonly problem: string }

/** Maximum depth at which an answer may be nested in other objects. */
const MAX_DEPTH = 3

/**
 * Parses the JSON object in a model's answer. Skips reasoning, code fences, prose, a repeated schema and wrapper objects, and
 * repairs almost valid JSON. Of several objects, it takes the last one with the most fields, and adds the fields of objects that
 * share none with it.
 *
 * @NOTE A truncated answer is refused and never completed by closing its brackets: the summary would silently lack the missing
 * part.
 */
export function parseAnswer<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  try {
    return parseObjects(text, schema)
  } catch (error) {
    // Thrown for thousands of nested objects.
    if (!(error instanceof RangeError)) throw error
    return { ok: false, reason: 'unusable', problem: 'The answer was nested too deeply.' }
  }
}

function parseObjects<T>(text: string, schema: z.ZodType<T>): ParsedAnswer<T> {
  const visibleText = withoutReasoning(text).trim()
  if (visibleText === '') return { ok: false, reason: 'empty', problem: 'The answer was empty.' }
  const keys = Object.keys(z.toJSONSchema(schema, { io: 'input' }).properties ?? {})
  const { values, isCut } = readObjects(visibleText, keys)
  const candidates = values.flatMap((value) => findCandidates(value, keys))
  const best = Math.max(0, ...candidates.map(({ score }) => score))
  let problem = isCut ? 'The answer broke off before its end.' : 'The answer held no JSON object with the fields of the schema.'
  for (const { value } of candidates.filter(({ score }) => score === best).toReversed()) {
    const checked = schema.safeParse(withOtherFields(value, candidates, keys))
    if (checked.success) return { ok: true, value: checked.data }
    problem = describeIssues(checked.error)
  }
  return { ok: false, reason: isCut ? 'cut' : 'unusable', problem }
}

/** Some models split an answer into several objects, each with some of its fields. */
function withOtherFields(value: Candidate['value'], candidates: readonly Candidate[], keys: readonly string[]): object {
  const known = keys.filter((key) => Object.hasOwn(value, key))
  const others = candidates.filter((other) => !known.some((key) => Object.hasOwn(other.value, key)))
  return Object.assign({}, ...others.map((other) => other.value), value) as object
}

function describeIssues({ issues }: z.ZodError): string {
  const described = issues.slice(0, 5).map(({ path, message }) => `${path.join('.') || 'the object'}: ${message}`)
  return `The answer did not match the schema (${described.join('; ')}).`
}

/** Returns the objects in a text, repaired where needed, and whether the last one is truncated. */
function readObjects(text: string, keys: readonly string[]): { readonly values: unknown[]; readonly isCut: boolean } {
  const whole = parseJson(text)
  if (whole) return { values: [whole.json], isCut: false }
  const values: unknown[] = []
  for (const { start, end } of findObjects(text)) {
    if (end === null) {
      if (!beginsWithKey(text.slice(start, start + 200), keys)) continue
      return { values, isCut: true }
    }
    const parsed = parseRepaired(text.slice(start, end))
    if (parsed) values.push(parsed.json)
  }
  return { values, isCut: false }
}

const beginsWithKey = (text: string, keys: readonly string[]): boolean => {
  const [, key] = /^\{\s*["']([^"']+)["']\s*:/.exec(text) ?? []
  return key !== undefined && keys.some((known) => comparable(known) === comparable(key))
}

type Candidate = { readonly value: Readonly<Record<string, unknown>>; readonly score: number }

/** Returns the objects in a value that have fields of the schema, and how many each has. */
function findCandidates(value: unknown, keys: readonly string[], depth = 0): Candidate[] {
  if (typeof value === 'string' && depth <= MAX_DEPTH && value.includes('{')) {
    const parsed = parseJson(value)
    return parsed ? findCandidates(parsed.json, keys, depth + 1) : []
  }
  if (typeof value !== 'object' || value === null || isSchema(value) || isExample(value)) return []
  const aligned = Array.isArray(value) ? undefined : alignKeys(value, keys)
  if (aligned && aligned.score > 0) return [aligned]
  return depth < MAX_DEPTH ? Object.values(value).flatMap((part) => findCandidates(part, keys, depth + 1)) : []
}

/** Some models repeat the schema before they follow it. */
const isSchema = (value: object): boolean =>
  '$schema' in value || ('properties' in value && 'type' in value && value.type === 'object')

/** Some models repeat the format of the answer with dots as placeholders. */
const isExample = (value: object): boolean =>
  /"(?:\.\.\.|…)"/.test(JSON.stringify(value)) && !/:\s*"(?!\.\.\.|…)[^"]/.test(JSON.stringify(value))

/** Returns the object with its keys spelled as in the schema, and how many of those it has. */
function alignKeys(value: object, keys: readonly string[]): Candidate {
  const known = new Map(keys.map((key) => [comparable(key), key]))
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => [
    known.get(comparable(key)) ?? key,
    Array.isArray(part) ? part.filter((each) => each !== null) : part,
  ])
  const aligned = Object.fromEntries(entries)
  return { value: aligned, score: keys.filter((key) => Object.hasOwn(aligned, key)).length }
}

const comparable = (key: string): string => key.toLowerCase().replace(/[\s_-]/g, '')
