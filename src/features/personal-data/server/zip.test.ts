import { describe, expect, it } from 'vitest'
import { GiB } from '#shared/units.ts'
import { unzip } from '#test/server/unzip.ts'
import { type ZipEntry, zip } from './zip.ts'

const AT = new Date('2026-11-21T09:12:00Z')

async function zipToBuffer(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zip(toAsync(entries))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

describe('zip', () => {
  it('writes files with names in any script', async () => {
    const sound = toAsync([Buffer.from('some '), Buffer.from('sound')])
    const archive = unzip(
      await zipToBuffer([
        { name: 'Größe/二都物語.txt', startTime: AT, bytes: Buffer.from('text') },
        { name: 'sound.mp3', startTime: AT, bytes: sound, size: 10 },
        { name: 'empty', startTime: AT, bytes: Buffer.alloc(0) },
      ]),
    )
    expect([...archive].map(([name, bytes]) => [name, String(bytes)])).toEqual([
      ['Größe/二都物語.txt', 'text'],
      ['sound.mp3', 'some sound'],
      ['empty', ''],
    ])
  })

  it('writes an empty archive', async () => {
    expect(unzip(await zipToBuffer([])).size).toBe(0)
  })

  it('writes files of more than 4 GB with 64-bit sizes', async () => {
    const archive = await zipToBuffer([
      { name: 'long.wav', startTime: AT, bytes: toAsync([Buffer.from('short after all')]), size: 5 * GiB },
    ])
    expect(String(unzip(archive).get('long.wav'))).toBe('short after all')
    expect(archive.readUInt16LE(4)).toBe(45)
  })

  it('writes more than 65,535 files', { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: 65_600 }, (_, n) => ({ name: `f${n}`, startTime: AT, bytes: Buffer.from(String(n)) }))
    const archive = unzip(await zipToBuffer(entries))
    expect(archive.size).toBe(65_600)
    expect(String(archive.get('f65599'))).toBe('65599')
  })

  it('reads an entry only when the archive is read', async () => {
    let readCount = 0
    async function* endless(): AsyncGenerator<ZipEntry> {
      for (;;) yield { name: `f${readCount++}`, startTime: AT, bytes: Buffer.from('x') }
    }
    for await (const piece of zip(endless())) if (piece.length > 0 && readCount > 3) break
    expect(readCount).toBe(4)
  })
})
