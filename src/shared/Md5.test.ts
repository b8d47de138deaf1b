import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Md5 } from './Md5.ts'

const md5Of = (bytes: Uint8Array) => new Md5().update(bytes).hex()
const nodeMd5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

describe('MD5', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', '57edf4a22be3c955ac49da2e2107b67a'],
  ])('matches the test vector of RFC 1321 for %j', (text, hex) => {
    expect(md5Of(new TextEncoder().encode(text))).toBe(hex)
  })

  it('matches the hash of Node for every length around the block borders', () => {
    const bytes = randomBytes(300)
    for (let length = 0; length <= bytes.length; length++)
      expect(md5Of(bytes.subarray(0, length)), String(length)).toBe(nodeMd5Of(bytes.subarray(0, length)))
  })

  it('returns the same hash for every chunk size and byte offset', () => {
    const bytes = randomBytes(10_000)
    for (const chunkSize of [1, 7, 63, 64, 65, 1000, 4097]) {
      const md5 = new Md5()
      for (let offset = 0; offset < bytes.length; offset += chunkSize) md5.update(bytes.subarray(offset, offset + chunkSize))
      expect(md5.hex(), String(chunkSize)).toBe(nodeMd5Of(bytes))
    }
  })

  it('returns the hash so far and accepts more bytes afterwards', () => {
    const md5 = new Md5().update(new Uint8Array([1, 2, 3]))
    expect(md5.hex()).toBe(nodeMd5Of(new Uint8Array([1, 2, 3])))
    expect(md5.update(new Uint8Array([4])).hex()).toBe(nodeMd5Of(new Uint8Array([1, 2, 3, 4])))
  })

  it('takes at most ten times as long as the native implementation of Node', () => {
    const bytes = randomBytes(8 * 1024 * 1024)
    const measure = (run: () => void): number => {
      const startedAt = performance.now()
      run()
      return performance.now() - startedAt
    }
    md5Of(bytes)
    const [ownTime, nodeTime] = [0, 1, 2]
      .map(() => [measure(() => md5Of(bytes)), measure(() => nodeMd5Of(bytes))] as const)
      .reduce((a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1])] as const)
    expect(ownTime).toBeLessThan(nodeTime * 10)
  })
})
