import { expect, it } from 'vitest'
import { SignCache, type SignVersion } from './signCache.ts'

const words = (value: number) => Uint32Array.of(value, value)

it('caches the sign bits of a version, and evicts the least recently used', () => {
  const cache = new SignCache(16)
  const [a, b, c] = ['a', 'b', 'c'].map((file_id) => ({ file_id, version: '1' })) as [SignVersion, SignVersion, SignVersion]
  cache.set(a, words(1))
  cache.set(b, words(2))
  expect(cache.get({ ...a, version: '2' })).toBeUndefined()
  expect(cache.get(a)).toEqual(words(1))
  cache.set(c, words(3))
  expect([cache.get(a), cache.get(b), cache.get(c)]).toEqual([words(1), undefined, words(3)])
  cache.set({ ...a, version: '2' }, words(4))
  expect([cache.get(a), cache.get({ ...a, version: '2' }), cache.get(c)]).toEqual([undefined, words(4), words(3)])
})
