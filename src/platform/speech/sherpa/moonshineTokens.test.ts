import { expect, it } from 'vitest'
import { moonshineTokens } from './moonshineTokens.ts'

it('moonshineTokens writes the bytes of each token in base64, with its number', () => {
  const long = Buffer.alloc(300, 'x')
  const tokenizer = Buffer.concat([
    Buffer.from([2]),
    Buffer.from('et'),
    Buffer.from([(300 % 128) + 128, Math.floor(300 / 128)]),
    long,
    Buffer.from([0]),
  ])
  expect(moonshineTokens(tokenizer)).toBe(`ZXQ= 0\n${long.toString('base64')} 1\n 2\n`)
})

it('moonshineTokens refuses a tokenizer that ends within a token', () => {
  expect(() => moonshineTokens(Buffer.from([5, 65]))).toThrow(RangeError)
})
