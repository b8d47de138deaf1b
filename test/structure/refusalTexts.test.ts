import { describe, expect, it } from 'vitest'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'

/** Plain English sentences: they start with a capital letter, end with a full stop, and contain spaces and no message key. */
const SENTENCE_PATTERN = /^[A-Z][^_]* [^_]*\.$/
const MESSAGE_KEY = /\b[A-Za-z]+_[a-z]+\w*/

const refusals = allRoutes.flatMap(({ spec }) =>
  Object.entries(spec.refusals ?? {}).map(([name, refusal]) => ({ route: routeName(spec), name, ...refusal })),
)

/** Returns the placeholders in braces, which are replaced by the details of the refusal. */
const placeholdersOf = (says: string): string[] => [...says.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Yields every error text defined in a schema. */
function* errorTextsOf(schema: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
  seen.add(schema)
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'error' && typeof value === 'function') {
      const errorMessage: unknown = value({ code: 'custom', input: undefined, path: [] })
      if (typeof errorMessage === 'string') yield errorMessage
    } else yield* errorTextsOf(value, seen)
  }
  if ('_zod' in schema) yield* errorTextsOf((schema as { _zod: { def: unknown } })._zod.def, seen)
}

describe('refusal messages of the server', () => {
  it('are found in the contracts', () => expect(refusals.length).toBeGreaterThan(50))

  it.each(refusals)('are English sentences: $route, $name', ({ message, details }) => {
    expect(message.replace(/\{\w+\}/g, '1')).toMatch(SENTENCE_PATTERN)
    expect(Object.keys(details?.shape ?? {})).toEqual(expect.arrayContaining(placeholdersOf(message)))
  })

  it('have distinct negative status numbers within each route', () => {
    const conflictingRoutes = allRoutes.filter(({ spec }) => {
      const numbers = Object.values(spec.refusals ?? {}).map(({ status }) => status)
      return new Set(numbers).size < numbers.length || numbers.some((status) => status >= 0)
    })
    expect(conflictingRoutes.map(({ spec }) => routeName(spec))).toEqual([])
  })

  it('do not suggest a new upload while the old one exists', () => {
    const misleadingRefusals = refusals.filter(
      ({ message, name }) => /(begin|start) (again|a new one|anew)/i.test(message) && /part|merge|bytes/i.test(name),
    )
    expect(misleadingRefusals).toEqual([])
  })

  it('are English sentences in custom input checks', () => {
    const messages = new Set(
      allRoutes.flatMap(({ spec }) =>
        [spec.params, spec.query, spec.headers, spec.body].flatMap((part) => [...errorTextsOf(part)]),
      ),
    )
    expect(messages.size).toBeGreaterThan(8)
    expect(
      [...messages].filter(
        (errorText) => !/^[A-Z].* .*\.$/.test(errorText) || (MESSAGE_KEY.test(errorText) && !errorText.includes(' ')),
      ),
    ).toEqual([])
  })
})
