import { describe, expect, it } from 'vitest'
import { GiB } from '#kit/units.ts'
import { unzip } from '#test/world/unzip.ts'
import { type ZipEntry, zip } from './zip.ts'

const AT = new Date('2026-11-21T09:12:00Z')

async function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of zip(each(entries))) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

describe('zip', () => {
  it('writes files with names in any script', async () => {
    const sound = each([Buffer.from('some '), Buffer.from('sound')])
    const archive = unzip(
      await zipped([
        { name: 'Größe/二都物語.txt', at: AT, bytes: Buffer.from('text') },
        { name: 'sound.mp3', at: AT, bytes: sound, size: 10 },
        { name: 'empty', at: AT, bytes: Buffer.alloc(0) },
      ]),
    )
    expect([...archive].map(([name, bytes]) => [name, String(bytes)])).toEqual([
      ['Größe/二都物語.txt', 'text'],
      ['sound.mp3', 'some sound'],
      ['empty', ''],
    ])
  })

  it('writes an empty archive', async () => {
    expect(unzip(await zipped([])).size).toBe(0)
  })

  it('writes files of more than 4 GB with 64-bit sizes', async () => {
    const archive = await zipped([{ name: 'long.wav', at: AT, bytes: each([Buffer.from('short after all')]), size: 5 * GiB }])
    expect(String(unzip(archive).get('long.wav'))).toBe('short after all')
    expect(archive.readUInt16LE(4)).toBe(45)
  })

  it('writes more than 65,535 files', { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 65_600 }, (_, n) => ({ name: `f${n}`, at: AT, bytes: Buffer.from(String(n)) }))
    const archive = unzip(await zipped(many))
    expect(archive.size).toBe(65_600)
    expect(String(archive.get('f65599'))).toBe('65599')
  })

  it('reads an entry only when the archive is read', async () => {
    let asked = 0
    async function* endless(): AsyncGenerator<ZipEntry> {
      for (;;) yield { name: `f${asked++}`, at: AT, bytes: Buffer.from('x') }
    }
    for await (const piece of zip(endless())) if (piece.length > 0 && asked > 3) break
    expect(asked).toBe(4)
  })
})
