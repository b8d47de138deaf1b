import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { BODY_LIMIT } from '#shared/contract.ts'
import { allBytesRoutes } from '#test/server/allBytesRoutes.ts'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'

type SchemaCheck = { check: string; pattern?: RegExp; abort?: boolean; value?: string }
type SchemaDef = Readonly<Record<string, unknown>> & { type: string; checks?: readonly { _zod: { def: SchemaCheck } }[] }

/**
 * Returns the places of a schema that accept text or a list of any length. A maximum counts only before any transformation of the
 * text, because normalizing takes longer for longer texts.
 */
function findUnbounded(schema: unknown, path: string): string[] {
  const def = (schema as z.ZodType)._zod.def as unknown as SchemaDef
  const checkInner = (name: string, fieldPath = path) => (def[name] ? findUnbounded(def[name], fieldPath) : [])
  const checkEach = (name: string) =>
    (def[name] as unknown[]).flatMap((part, fieldPath) => findUnbounded(part, `${path}.${fieldPath}`))
  switch (def.type) {
    case 'string':
      return isBounded(def) ? [] : [`${path}: a text without a maximum`]
    case 'array':
      return [...(isBounded(def) ? [] : [`${path}: a list without a maximum`]), ...checkInner('element', `${path}[]`)]
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, field]) => findUnbounded(field, `${path}.${name}`))
    case 'record':
      return [...checkInner('keyType', `${path}{key}`), ...checkInner('valueType', `${path}{}`)]
    case 'tuple':
      return [...checkEach('items'), ...checkInner('rest')]
    case 'union':
      return checkEach('options')
    case 'intersection':
      return [...checkInner('left'), ...checkInner('right')]
    case 'pipe':
      return checkInner('in')
    case 'transform':
      return [`${path}: something is done with it before it is looked at`]
    default:
      return checkInner('innerType')
  }
}

function isBounded({ checks = [] }: SchemaDef): boolean {
  const all = checks.map(({ _zod }) => _zod.def)
  const firstChange = all.findIndex(({ check }) => check === 'overwrite')
  // @NOTE Later checks also run on a text that is too long, unless the maximum aborts.
  return all.some((check, index) => isMaximum(check) && (firstChange < 0 || (index < firstChange && check.abort === true)))
}

const isMaximum = ({ check, pattern }: SchemaCheck): boolean =>
  check === 'max_length' || check === 'length_equals' || (pattern !== undefined && isOfFixedLength(pattern))

/** For example `^[0-9a-f]{32}$`: nothing in it may repeat without a limit. */
const isOfFixedLength = ({ source }: RegExp): boolean => /^\^[^*+]*\$$/.test(source) && !source.includes(',}')

const unboundedPartsOf = (part: 'params' | 'query' | 'headers' | 'body') =>
  [...allRoutes, ...allBytesRoutes].flatMap(({ spec }) => {
    const schema = part === 'body' && 'reply' in spec ? spec.body : part === 'body' ? undefined : spec[part]
    return schema ? findUnbounded(schema, `${routeName(spec)} ${part}`) : []
  })

describe('contract input', () => {
  it.each(['params', 'query', 'headers', 'body'] as const)('has a maximum for every text and every list in its %s', (part) => {
    expect(unboundedPartsOf(part)).toEqual([])
  })

  it('is at most 64 KB without sign-in, and larger only if the contract allows it', () => {
    const largerRoutes = allRoutes.filter(({ spec }) => spec.bodyLimit !== undefined)
    // Payment notifications are signed, and an invoice with many lines is long.
    expect(largerRoutes.filter(({ spec }) => spec.access === 'public').map(({ spec }) => routeName(spec))).toEqual([
      'POST /membership/payments/webhook/:provider',
    ])
    expect(
      largerRoutes.filter(({ spec }) => !spec.body || spec.bodyLimit! <= BODY_LIMIT).map(({ spec }) => routeName(spec)),
    ).toEqual([])
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
    expect(findUnbounded(schema, 'it')).toHaveLength(1)
  })
})
