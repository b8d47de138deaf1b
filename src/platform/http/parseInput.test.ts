import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { Invalid } from './errors.ts'
import { parseInput, parseJson } from './parseInput.ts'

const anything = z.looseObject({})
const nested = (depth: number, inner = '') => `{"a":${'['.repeat(depth)}${inner}${']'.repeat(depth)}}`
/** Brackets inside strings, which do not affect the depth. */
const disguised = (depth: number) => `{"a":${'["]",'.repeat(depth)}1${']'.repeat(depth)}}`
const parse = (text: string) => parseInput('body', anything, parseJson(text))

describe('the JSON of a request', () => {
  it.each([
    ['an empty text', '', undefined],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['half of a character', '{"a":"x\\ud83d"}', { a: 'x\ufffd' }],
    ['a whole one', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['six characters that look like NUL', '{"a":"\\\\u0000"}', { a: '\\u0000' }],
    ['brackets in texts', `{"a":"${'['.repeat(9000)}"}`, { a: '['.repeat(9000) }],
    ['quotes in texts', '{"a":"\\\\\\"[","b":["\\\\"]}', { a: '\\"[', b: ['\\'] }],
  ])('with %s is accepted', (_, text, value) => expect(value === undefined ? parseJson(text) : parse(text)).toEqual(value))

  it.each([
    ['NUL', '{"a":"x\\u0000"}', 'text may not contain NUL'],
    ['NUL in a key', '{"\\u0000":1}', 'text may not contain NUL'],
    ['lists in lists', nested(20_000), 'nested too deeply'],
    ['lists in lists that look shallow', disguised(20_000), 'nested too deeply'],
    ['a key of prototypes', '{"a":{"__proto__":{}}}', 'the keys __proto__ and constructor are not allowed'],
    ['such a key in escapes', '{"\\u005f_proto__":{}}', 'the keys __proto__ and constructor are not allowed'],
  ])('with %s is refused', (_, text, message) => {
    expect(() => parse(text)).toThrow(Invalid)
    expect(() => parse(text)).toThrow(message)
  })

  it('that is invalid is refused with 400', () => {
    expect(() => parseJson('{"a":')).toThrow(expect.objectContaining({ statusCode: 400 }))
  })

  it('may be nested as deep as any program needs', () => expect(parse(nested(800, '1'))).toBeDefined())
})
