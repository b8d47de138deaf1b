import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { KiB, MiB } from '#shared/units.ts'
import { groupEntries } from '../../rules/import/groupEntries.ts'
import { ImportSourceError, type ImportSource, joinSources, openFiles } from './importSource.ts'
import { openArchive } from './openArchive.ts'

const { signal } = new AbortController()
const MODIFIED = new Date(2026, 2, 2, 14, 22, 32)

async function zipOf(files: Readonly<Record<string, Buffer>>, compress = true): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) archive.addBuffer(bytes, name, { mtime: MODIFIED, compress })
  archive.end()
  return buffer(archive.outputStream)
}

const open = async (bytes: Buffer, options = {}) => openArchive(new Blob([new Uint8Array(bytes)]), options)
const readAs = async (source: ImportSource, path: string, maxBytes = MiB) => {
  const entry = source.entries.find((each) => each.path === path)
  return Buffer.from(await (await source.read(entry!, maxBytes, signal)).arrayBuffer())
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ImportSourceError ? error.failure : error),
  )

/** Replaces a text of the same length everywhere: names of entries, which a well-behaved writer would refuse. */
const patched = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

describe('a ZIP archive', () => {
  it('is read with its names, sizes and dates, stored or compressed', async () => {
    const sound = Buffer.alloc(300 * KiB, 7)
    for (const compress of [true, false]) {
      const source = await open(await zipOf({ 'Klinik – früh/音.mp3': sound, 'a.txt': Buffer.from('Hallo') }, compress))
      expect(source.entries).toEqual([
        { path: 'Klinik – früh/音.mp3', size: sound.length, modifiedAt: MODIFIED.getTime() },
        { path: 'a.txt', size: 5, modifiedAt: MODIFIED.getTime() },
      ])
      expect((await readAs(source, 'Klinik – früh/音.mp3')).equals(sound)).toBe(true)
      expect(String(await readAs(source, 'a.txt'))).toBe('Hallo')
      await source.close()
    }
  })

  it('with 10,000 files is listed, and one with too many is refused', async () => {
    const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`${n}.txt`, Buffer.alloc(0)]))
    const bytes = await zipOf(files, false)
    expect(groupEntries((await open(bytes)).entries).groups).toHaveLength(10_000)
    expect(await failureOf(open(bytes, { maxEntries: 9999 }))).toBe('tooManyFiles')
  })

  it('that is damaged, cut off or none is refused', async () => {
    const bytes = await zipOf({ 'a.mp3': Buffer.from('0123456789'.repeat(100)) }, false)
    for (const damaged of [Buffer.alloc(0), Buffer.from('no archive'), bytes.subarray(0, -30), Buffer.alloc(5000, 'PK')])
      expect(await failureOf(open(damaged))).toBe('damaged')
    const changed = Buffer.from(bytes)
    changed[100] = changed[100]! ^ 1
    expect(await failureOf(readAs(await open(changed), 'a.mp3'))).toBe('damaged')
  })

  it('unpacks no more than allowed, and no more than it says', async () => {
    const bytes = await zipOf({ 'bomb.mp3': Buffer.alloc(64 * MiB) })
    expect(bytes.length).toBeLessThan(100 * KiB)
    expect(await failureOf(readAs(await open(bytes), 'bomb.mp3', MiB))).toBe('tooLarge')
    // The directory says 1000 bytes, and the data has 64 MiB.
    const lying = Buffer.from(bytes)
    lying.writeUInt32LE(1000, lying.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
    expect(['tooLarge', 'damaged']).toContain(await failureOf(readAs(await open(lying), 'bomb.mp3', 100 * MiB)))
  })

  it('with paths that leave it has no files outside', async () => {
    const bytes = patched(await zipOf({ 'aaaa.mp3': Buffer.from('1'), 'b.mp3': Buffer.from('2') }), 'aaaa.mp3', '../a.mp3')
    const result = await open(bytes).then(
      ({ entries }) => groupEntries(entries),
      () => null,
    )
    expect(result?.groups.map(({ sound }) => sound?.path) ?? []).not.toContain('../a.mp3')
  })

  it('says which files are encrypted, and does not read them', async () => {
    const bytes = await zipOf({ 'a.mp3': Buffer.from('secret'), 'b.mp3': Buffer.from('open') }, false)
    // The flag of encryption, in the local header and in the directory of the first file.
    bytes[6] = bytes[6]! | 1
    const directory = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes[directory + 8] = bytes[directory + 8]! | 1
    const source = await open(bytes)
    expect(source.entries.map((entry) => source.isEncrypted(entry))).toEqual([true, false])
    expect(await failureOf(readAs(source, 'a.mp3'))).toBe('encrypted')
    expect(String(await readAs(source, 'b.mp3'))).toBe('open')
  })

  it('stops being read when the import is cancelled', async () => {
    const abort = new AbortController()
    const source = await open(await zipOf({ 'a.mp3': Buffer.alloc(32 * MiB) }))
    abort.abort(new Error('cancelled'))
    await expect(source.read(source.entries[0]!, 64 * MiB, abort.signal)).rejects.toThrow('cancelled')
  })
})

it('archives and folders are read as one', async () => {
  const archive = await open(await zipOf({ 'a.mp3': Buffer.from('1') }))
  const folder = openFiles([{ file: new File(['times'], 'a.srt', { lastModified: 5 }), path: 'export/a.srt' }])
  const source = joinSources([archive, folder])
  expect(source.entries.map(({ path }) => path)).toEqual(['a.mp3', 'export/a.srt'])
  expect(String(await readAs(source, 'export/a.srt'))).toBe('times')
  expect(String(await readAs(source, 'a.mp3'))).toBe('1')
})
