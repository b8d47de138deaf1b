import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GiB, MiB } from '#kit/units.ts'
import { HeldClock } from '#test/world/HeldClock.ts'
import { DiskReserve } from './DiskReserve.ts'

async function reserveOn(free: number, size = 3 * MiB) {
  const dir = await mkdtemp(join(tmpdir(), 'reserve-'))
  const [disk, said] = [{ free, total: 10 * GiB }, [] as string[]]
  const log = {
    info: (_: object, message: string) => said.push(message),
    warn: (_: object, message: string) => said.push(message),
  }
  const reserve = new DiskReserve({ dir, size, clock: new HeldClock(), log, read: async () => disk })
  const names = () => readdir(dir)
  return { dir, disk, said, reserve, names, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

describe('the disk space kept in reserve for the database', () => {
  it('is really taken: the file has as many blocks as bytes', async () => {
    await using it = await reserveOn(10 * GiB)
    await it.reserve.adjust()
    const { size, blocks } = await stat(join(it.dir, 'disk-reserve'))
    expect(size).toBe(3 * MiB)
    expect(blocks * 512).toBeGreaterThanOrEqual(size)
    expect(it.said).toEqual(['disk space is kept in reserve for the database'])
  })

  it('is given back below 256 MiB, and taken again when the server would not become read-only by it', async () => {
    await using it = await reserveOn(10 * GiB)
    await it.reserve.adjust()
    it.disk.free = 256 * MiB
    await it.reserve.adjust()
    expect(await it.names()).toEqual(['disk-reserve'])
    it.disk.free -= 1
    await it.reserve.adjust()
    expect(await it.names()).toEqual([])
    it.disk.free = 896 * MiB + 3 * MiB - 1
    await it.reserve.adjust()
    expect(await it.names()).toEqual([])
    it.disk.free += 1
    await it.reserve.adjust()
    expect(await it.names()).toEqual(['disk-reserve'])
    expect(it.said).toHaveLength(3)
  })

  it('is made anew in another size, and not at all where the operator wants none', async () => {
    await using it = await reserveOn(10 * GiB, 0)
    await writeFile(join(it.dir, 'disk-reserve'), Buffer.alloc(100))
    await it.reserve.adjust()
    expect(await it.names()).toEqual([])
  })

  it('leaves nothing half made when it is interrupted', async () => {
    await using it = await reserveOn(10 * GiB)
    await it.reserve.adjust(AbortSignal.abort())
    expect(await it.names()).toEqual([])
  })
})
