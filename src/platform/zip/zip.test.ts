import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { MiB } from '#shared/units.ts'
import { unzip } from '#test/server/unzip.ts'
import { type ZipEntry, zip } from './zip.ts'

const AT = new Date('2026-11-21T09:12:00Z')

const zipToBuffer = async (entries: readonly ZipEntry[]): Promise<Buffer> => Buffer.concat(await zip(toAsync(entries)).toArray())

async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

describe('zip', () => {
  it('writes files with names in any script', async () => {
    const sound = Readable.from([Buffer.from('some '), Buffer.from('sound')])
    const archive = unzip(
      await zipToBuffer([
        { name: 'Größe/二都物語.txt', startTime: AT, bytes: Buffer.from('text') },
        { name: 'sound.mp3', startTime: AT, bytes: sound },
        { name: 'empty', startTime: AT, bytes: Buffer.alloc(0) },
      ]),
    )
    expect([...archive].map(([name, bytes]) => [name, String(bytes)])).toEqual([
      ['Größe/二都物語.txt', 'text'],
      ['sound.mp3', 'some sound'],
      ['empty', ''],
    ])
  })

  it('marks names as UTF-8', async () => {
    const archive = await zipToBuffer([{ name: '二都物語', startTime: AT, bytes: Buffer.from('text') }])
    expect(archive.readUInt16LE(6) & (1 << 11)).not.toBe(0)
  })

  it('writes an empty archive', async () => {
    expect(unzip(await zipToBuffer([])).size).toBe(0)
  })

  it('reads entries only as the archive is read, and ends them when it is destroyed', async () => {
    let readCount = 0
    const ended = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<ZipEntry> {
      try {
        for (;;) yield { name: `f${readCount++}`, startTime: AT, bytes: Buffer.alloc(MiB) }
      } finally {
        ended.resolve()
      }
    }
    const archive = zip(endless())
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    expect(readCount).toBeLessThanOrEqual(2)
    archive.destroy()
    await ended.promise
    expect(readCount).toBeLessThanOrEqual(2)
  })

  it('destroys the stream of an entry when the archive is destroyed', async () => {
    const sound = new Readable({ read: () => {} })
    const archive = zip(toAsync([{ name: 'sound.mp3', startTime: AT, bytes: sound }]))
    for await (const header of archive) if (header) break
    expect(archive.destroyed).toBe(true)
    await setImmediate()
    expect(sound.destroyed).toBe(true)
  })

  it('fails when an entry cannot be read', async () => {
    const sound = new Readable({ read: () => void sound.destroy(new Error('disk error')) })
    await expect(zipToBuffer([{ name: 'sound.mp3', startTime: AT, bytes: sound }])).rejects.toThrow('disk error')
    async function* failing(): AsyncGenerator<ZipEntry> {
      yield { name: 'text', startTime: AT, bytes: Buffer.from('text') }
      throw new Error('database error')
    }
    await expect(zip(failing()).toArray()).rejects.toThrow('database error')
  })
})
