import { describe, expect, it } from 'vitest'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'

/** Several sentences in plain English: a capital first, a full stop last, spaces between words, and no key of a message. */
const SENTENCES = /^[A-Z][^_]* [^_]*\.$/
const KEY = /\b[A-Za-z]+_[a-z]+\w*/

const refusals = everyRoute.flatMap(({ spec }) =>
  Object.entries(spec.refusals ?? {}).map(([name, refusal]) => ({ route: nameOf(spec), name, ...refusal })),
)

/** What stands in braces is filled in from the details of the refusal. */
const placesOf = (says: string): string[] => [...says.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Every text that a check of this schema may answer with, as the contract words it. */
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

describe('what the server says when it refuses', () => {
  it('is found in the contracts', () => expect(refusals.length).toBeGreaterThan(50))

  it.each(refusals)('is a sentence in English: $route, $name', ({ says, details }) => {
    expect(says.replace(/\{\w+\}/g, '1')).toMatch(SENTENCES)
    expect(Object.keys(details?.shape ?? {})).toEqual(expect.arrayContaining(placesOf(says)))
  })

  it('has a number of its own in each route, below zero', () => {
    const shared = everyRoute.filter(({ spec }) => {
      const numbers = Object.values(spec.refusals ?? {}).map(({ status }) => status)
      return new Set(numbers).size < numbers.length || numbers.some((status) => status >= 0)
    })
    expect(shared.map(({ spec }) => nameOf(spec))).toEqual([])
  })

  it('tells nobody to begin an upload again while it lives', () => {
    const told = refusals.filter(({ says, name }) => /begin (again|a new one|anew)/i.test(says) && /part|merge|bytes/i.test(name))
    expect(told).toEqual([])
  })

  it('is a sentence in English where a check of the input has words of its own', () => {
    const said = new Set(
      everyRoute.flatMap(({ spec }) => [spec.params, spec.query, spec.headers, spec.body].flatMap((part) => [...wordsOf(part)])),
    )
    expect(said.size).toBeGreaterThan(8)
    expect([...said].filter((words) => !/^[A-Z].* .*\.$/.test(words) || (KEY.test(words) && !words.includes(' ')))).toEqual([])
  })
})
