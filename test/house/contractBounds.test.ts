import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT } from '#kit/contract.ts'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'

type Check = { check: string; pattern?: RegExp; abort?: boolean; value?: string }
type Def = Readonly<Record<string, unknown>> & { type: string; checks?: readonly { _zod: { def: Check } }[] }

/**
 * Returns the places of a schema that accept text or a list of any length. A maximum counts only before any transformation of the
 * text, because normalising takes longer for longer texts.
 */
function unboundedIn(schema: unknown, place: string): string[] {
  const def = (schema as z.ZodType)._zod.def as unknown as Def
  const inner = (name: string, at = place) => (def[name] ? unboundedIn(def[name], at) : [])
  const each = (name: string) => (def[name] as unknown[]).flatMap((part, at) => unboundedIn(part, `${place}.${at}`))
  switch (def.type) {
    case 'string':
      return isBounded(def) ? [] : [`${place}: a text without a maximum`]
    case 'array':
      return [...(isBounded(def) ? [] : [`${place}: a list without a maximum`]), ...inner('element', `${place}[]`)]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, field]) => unboundedIn(field, `${place}.${name}`))
    case 'record':
      return [...inner('keyType', `${place}{key}`), ...inner('valueType', `${place}{}`)]
    case 'tuple':
      return [...each('items'), ...inner('rest')]
    case 'union':
      return each('options')
    case 'intersection':
      return [...inner('left'), ...inner('right')]
    case 'pipe':
      return inner('in')
    case 'transform':
      return [`${place}: something is done with it before it is looked at`]
    default:
      return inner('innerType')
  }
}

function isBounded({ checks = [] }: Def): boolean {
  const all = checks.map(({ _zod }) => _zod.def)
  const changes = all.findIndex(({ check }) => check === 'overwrite')
  // @NOTE Later checks also run on a text that is too long, unless the maximum aborts.
  return all.some((check, at) => isMaximum(check) && (changes < 0 || (at < changes && check.abort === true)))
}

const isMaximum = ({ check, pattern }: Check): boolean =>
  check === 'max_length' || check === 'length_equals' || (pattern !== undefined && isOfFixedLength(pattern))

/** For example `^[0-9a-f]{32}$`: nothing in it may repeat without limit. */
const isOfFixedLength = ({ source }: RegExp): boolean => /^\^[^*+]*\$$/.test(source) && !source.includes(',}')

const unboundedOf = (part: 'params' | 'query' | 'headers' | 'body') =>
  everyRoute.flatMap(({ spec }) => (spec[part] ? unboundedIn(spec[part], `${nameOf(spec)} ${part}`) : []))

describe('contract input', () => {
  it.each(['params', 'query', 'headers', 'body'] as const)('has a maximum for every text and every list in its %s', (part) => {
    expect(unboundedOf(part)).toEqual([])
  })

  it('is at most 64 KB without sign-in, and larger only where the contract says so', () => {
    const larger = everyRoute.filter(({ spec }) => spec.bodyLimit !== undefined)
    expect(larger.filter(({ spec }) => spec.access === 'public').map(({ spec }) => nameOf(spec))).toEqual([])
    expect(larger.filter(({ spec }) => !spec.body || spec.bodyLimit! <= BODY_LIMIT).map(({ spec }) => nameOf(spec))).toEqual([])
  })

  it.each<[string, z.ZodType]>([
    ['a text', z.string()],
    ['a text in a list in an object', z.object({ a: z.array(z.object({ b: z.string().nullish() })).max(3) })],
    ['the name of an entry', z.record(z.string(), z.number())],
    ['a list', z.array(z.number())],
    ['a text whose maximum comes after it was changed', z.string().trim().max(3)],
    ['a text that is changed although it was too long', z.string().max(3).trim()],
    ['a text whose maximum comes after a transform', z.string().transform(String).pipe(z.string().max(3))],
    ['a text of a pattern that repeats', z.string().regex(/^a+$/)],
    ['one of several', z.union([z.number(), z.string()])],
    ['a word for yes or no', z.stringbool()],
  ])('is reported as unbounded: %s', (_what, schema) => {
    expect(unboundedIn(schema, 'it')).toHaveLength(1)
  })
})
