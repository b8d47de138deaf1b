import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#shared/units.ts'
import { unzip } from '#test/server/unzip.ts'
import { type ZipEntry, zip } from './zip.ts'

const AT = new Date('2026-11-21T09:12:00Z')

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

describe('zip', () => {
  it('writes more than 65,535 files', { timeout: 120_000 }, async () => {
    const entries = Array.from({ length: 65_600 }, (_, n) => ({ name: `f${n}`, startTime: AT, bytes: Buffer.from(String(n)) }))
    const archive = unzip(Buffer.concat(await zip(toAsync(entries)).toArray()))
    expect(archive.size).toBe(65_600)
    expect(String(archive.get('f65599'))).toBe('65599')
  })

  it('writes files of more than 4 GB, and files after them', { timeout: 300_000 }, async () => {
    const silence = Buffer.alloc(MiB)
    const entries: ZipEntry[] = [
      { name: 'long.wav', startTime: AT, bytes: Readable.from(Array.from({ length: 4096 + 1 }, () => silence)) },
      { name: 'behind.txt', startTime: AT, bytes: Buffer.from('behind it') },
    ]
    // Only writes data that is not zero, so that the memory of the rest is never allocated.
    const archive = Buffer.alloc(4 * GiB + 2 * MiB)
    let length = 0
    const stream = zip(toAsync(entries)).on('data', (piece: Buffer) => {
      if (piece.length < MiB) piece.copy(archive, length)
      length += piece.length
    })
    await finished(stream)
    const files = unzip(archive.subarray(0, length))
    expect([...files].map(([name, bytes]) => [name, bytes.length])).toEqual([
      ['long.wav', 4 * GiB + MiB],
      ['behind.txt', 9],
    ])
    expect(String(files.get('behind.txt'))).toBe('behind it')
  })
})
