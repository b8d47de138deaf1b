import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#shared/units.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { DiskReserve } from './DiskReserve.ts'

async function createReserve(free: number, size = 3 * MiB) {
  const dir = await mkdtemp(join(tmpdir(), 'reserve-'))
  const [disk, messages] = [{ free, total: 10 * GiB }, [] as string[]]
  const log = {
    info: (_: object, message: string) => messages.push(message),
    warn: (_: object, message: string) => messages.push(message),
  }
  const reserve = new DiskReserve({ dir, size, clock: new TestClock(), log, read: async () => disk })
  const names = () => readdir(dir)
  return { dir, disk, messages, reserve, names, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

describe('DiskReserve', () => {
  it('allocates the space: the file has as many blocks as bytes', async () => {
    await using fixture = await createReserve(10 * GiB)
    await fixture.reserve.adjust()
    const { size, blocks } = await stat(join(fixture.dir, 'disk-reserve'))
    expect(size).toBe(3 * MiB)
    expect(blocks * 512).toBeGreaterThanOrEqual(size)
    expect(fixture.messages).toEqual(['disk space is reserved for the database'])
  })

  it('deletes the file below 256 MiB, and recreates it once that would not make the server read-only', async () => {
    await using fixture = await createReserve(10 * GiB)
    await fixture.reserve.adjust()
    fixture.disk.free = 256 * MiB
    await fixture.reserve.adjust()
    expect(await fixture.names()).toEqual(['disk-reserve'])
    fixture.disk.free -= 1
    await fixture.reserve.adjust()
    expect(await fixture.names()).toEqual([])
    fixture.disk.free = 896 * MiB + 3 * MiB - 1
    await fixture.reserve.adjust()
    expect(await fixture.names()).toEqual([])
    fixture.disk.free += 1
    await fixture.reserve.adjust()
    expect(await fixture.names()).toEqual(['disk-reserve'])
    expect(fixture.messages).toHaveLength(3)
  })

  it('removes a file of another size, and creates none with size 0', async () => {
    await using fixture = await createReserve(10 * GiB, 0)
    await writeFile(join(fixture.dir, 'disk-reserve'), Buffer.alloc(100))
    await fixture.reserve.adjust()
    expect(await fixture.names()).toEqual([])
  })

  it('leaves no partial file when it is interrupted', async () => {
    await using fixture = await createReserve(10 * GiB)
    await fixture.reserve.adjust(AbortSignal.abort())
    expect(await fixture.names()).toEqual([])
  })
})
