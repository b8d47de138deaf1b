import { describe, expect, it } from 'vitest'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'

/** Sentences in plain English: they start with a capital, end with a full stop, and contain spaces and no message key. */
const SENTENCES = /^[A-Z][^_]* [^_]*\.$/
const KEY = /\b[A-Za-z]+_[a-z]+\w*/

const refusals = everyRoute.flatMap(({ spec }) =>
  Object.entries(spec.refusals ?? {}).map(([name, refusal]) => ({ route: nameOf(spec), name, ...refusal })),
)

/** Returns the placeholders in braces, which are filled from the details of the refusal. */
const placesOf = (says: string): string[] => [...says.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Yields every error text defined in a schema. */
function* wordsOf(schema: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
  seen.add(schema)
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'error' && typeof value === 'function') {
      const said: unknown = value({ code: 'custom', input: undefined, path: [] })
      if (typeof said === 'string') yield said
    } else yield* wordsOf(value, seen)
  }
  if ('_zod' in schema) yield* wordsOf((schema as { _zod: { def: unknown } })._zod.def, seen)
}

describe('refusal messages of the server', () => {
  it('are found in the contracts', () => expect(refusals.length).toBeGreaterThan(50))

  it.each(refusals)('are English sentences: $route, $name', ({ says, details }) => {
    expect(says.replace(/\{\w+\}/g, '1')).toMatch(SENTENCES)
    expect(Object.keys(details?.shape ?? {})).toEqual(expect.arrayContaining(placesOf(says)))
  })

  it('have distinct negative status numbers within each route', () => {
    const shared = everyRoute.filter(({ spec }) => {
      const numbers = Object.values(spec.refusals ?? {}).map(({ status }) => status)
      return new Set(numbers).size < numbers.length || numbers.some((status) => status >= 0)
    })
    expect(shared.map(({ spec }) => nameOf(spec))).toEqual([])
  })

  it('do not suggest a new upload while the old one exists', () => {
    const told = refusals.filter(({ says, name }) => /begin (again|a new one|anew)/i.test(says) && /part|merge|bytes/i.test(name))
    expect(told).toEqual([])
  })

  it('are English sentences in custom input checks', () => {
    const said = new Set(
      everyRoute.flatMap(({ spec }) => [spec.params, spec.query, spec.headers, spec.body].flatMap((part) => [...wordsOf(part)])),
    )
    expect(said.size).toBeGreaterThan(8)
    expect([...said].filter((words) => !/^[A-Z].* .*\.$/.test(words) || (KEY.test(words) && !words.includes(' ')))).toEqual([])
  })
})
