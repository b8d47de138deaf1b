import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { spawnEarshot } from '#test/running/startEarshot.ts'
import { mountSmallDisk } from '#test/running/smallDisk.ts'
import { checkDataDir } from './checkDataDir.ts'
import { EXIT } from './exitCodes.ts'

async function folder() {
  const dir = await mkdtemp(join(tmpdir(), 'data-dir-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

const refused = (says: RegExp) => ({
  name: 'CommandError',
  code: EXIT.cannotWrite,
  message: expect.stringMatching(says) as string,
})

describe('the data folder at the start', () => {
  it('is made with the folders above it, and nothing of the trial stays', async () => {
    await using it = await folder()
    const dataDir = join(it.dir, 'deep', 'data')
    await checkDataDir(dataDir)
    expect((await readdir(dataDir)).toSorted()).toEqual(['blobs', 'secrets'])
    await checkDataDir(dataDir)
  })

  it('may not be a file, lie under one, or hold one where a folder must be', async () => {
    await using it = await folder()
    const file = join(it.dir, 'file')
    await writeFile(file, '')
    await expect(checkDataDir(file)).rejects.toMatchObject(refused(/file is a file/))
    await expect(checkDataDir(join(file, 'deep', 'data'))).rejects.toMatchObject(refused(/file is a file/))
    await mkdir(join(it.dir, 'data'))
    await symlink(file, join(it.dir, 'data', 'blobs'))
    await expect(checkDataDir(join(it.dir, 'data'))).rejects.toMatchObject(refused(/blobs is a file/))
  })

  it('may not be on a file system that keeps nothing', async () => {
    await expect(checkDataDir('/proc/earshot')).rejects.toMatchObject(refused(/DATA_DIR: .proc.earshot cannot be made/))
  })

  it('may not have a name that no disk or no PostgreSQL takes', async () => {
    await using it = await folder()
    await expect(checkDataDir(join(it.dir, 'a'.repeat(300)))).rejects.toMatchObject(refused(/too long/))
    await expect(checkDataDir(join(it.dir, ...Array.from({ length: 10 }, () => 'a'.repeat(99))))).rejects.toMatchObject(
      refused(/longer than 900 bytes/),
    )
  })

  it('may not be on a disk mounted read-only', async (ctx) => {
    await using disk = await mountSmallDisk(ctx, '1m')
    await promisify(execFile)('mount', ['-o', 'remount,ro', disk.dir])
    await expect(checkDataDir(disk.dir)).rejects.toMatchObject(refused(/read-only/))
  })

  it('may not be one this account cannot write into', async (ctx) => {
    if (process.getuid?.() === 0) ctx.skip('root may write everywhere')
    await using it = await folder()
    const dataDir = join(it.dir, 'data')
    await mkdir(dataDir, { mode: 0o500 })
    await expect(checkDataDir(dataDir)).rejects.toMatchObject(refused(/may not write/))
  })

  it.each(['README.md', 'README.md/data', '/proc/earshot'])('ends the start with one sentence and 73: %s', async (dataDir) => {
    const started = spawnEarshot(['start'], { DATA_DIR: dataDir })
    expect(await started.exited).toBe(73)
    expect(started.output().trim().split('\n')).toEqual([expect.stringMatching(/^earshot: DATA_DIR: .*\.$/)])
  })

  it('may be full: recordings can still be read and deleted', async (ctx) => {
    await using disk = await mountSmallDisk(ctx, '1m')
    await checkDataDir(disk.dir)
    await writeFile(join(disk.dir, 'filler'), Buffer.alloc(2 ** 20)).catch(() => undefined)
    await expect(checkDataDir(disk.dir)).resolves.toBeUndefined()
  })

  it('is refused with damaged secrets in one sentence', async () => {
    await using it = await folder()
    await checkDataDir(it.dir)
    await writeFile(join(it.dir, 'secrets', 'signing-key.json'), 'no key')
    await expect(checkDataDir(it.dir)).rejects.toMatchObject(refused(/signing-key.json is damaged/))
  })
})
