import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { mountSmallDisk } from '#test/process/mountSmallDisk.ts'
import { checkDataDir } from './checkDataDir.ts'
import { EXIT } from './runCommand.ts'

async function createFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'data-dir-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

const commandError = (says: RegExp) => ({
  name: 'CommandError',
  code: EXIT.cannotWrite,
  message: expect.stringMatching(says) as string,
})

describe('checkDataDir', () => {
  it('creates the data folder with its parent folders and leaves no test file', async () => {
    await using temporary = await createFolder()
    const dataDir = join(temporary.dir, 'deep', 'data')
    await checkDataDir(dataDir)
    expect((await readdir(dataDir)).toSorted()).toEqual(['blobs', 'secrets'])
    await checkDataDir(dataDir)
  })

  it('refuses a file, a path below a file, and a file in place of a sub-folder', async () => {
    await using temporary = await createFolder()
    const file = join(temporary.dir, 'file')
    await writeFile(file, '')
    await expect(checkDataDir(file)).rejects.toMatchObject(commandError(/file is a file/))
    await expect(checkDataDir(join(file, 'deep', 'data'))).rejects.toMatchObject(commandError(/file is a file/))
    await mkdir(join(temporary.dir, 'data'))
    await symlink(file, join(temporary.dir, 'data', 'blobs'))
    await expect(checkDataDir(join(temporary.dir, 'data'))).rejects.toMatchObject(commandError(/blobs is a file/))
  })

  it('refuses a file system that cannot store files', async () => {
    await expect(checkDataDir('/proc/earshot')).rejects.toMatchObject(commandError(/DATA_DIR: .proc.earshot cannot be made/))
  })

  it('refuses names that the disk or PostgreSQL does not accept', async () => {
    await using temporary = await createFolder()
    await expect(checkDataDir(join(temporary.dir, 'a'.repeat(300)))).rejects.toMatchObject(commandError(/too long/))
    await expect(checkDataDir(join(temporary.dir, ...Array.from({ length: 10 }, () => 'a'.repeat(99))))).rejects.toMatchObject(
      commandError(/longer than 900 bytes/),
    )
  })

  it('refuses a disk that is mounted read-only', async (testContext) => {
    await using disk = await mountSmallDisk(testContext, '1m')
    await promisify(execFile)('mount', ['-o', 'remount,ro', disk.dir])
    await expect(checkDataDir(disk.dir)).rejects.toMatchObject(commandError(/read-only/))
  })

  it('refuses a folder that this account cannot write to', async (testContext) => {
    if (process.getuid?.() === 0) testContext.skip('root may write everywhere')
    await using temporary = await createFolder()
    const dataDir = join(temporary.dir, 'data')
    await mkdir(dataDir, { mode: 0o500 })
    await expect(checkDataDir(dataDir)).rejects.toMatchObject(commandError(/may not write/))
  })

  it.each(['README.md', 'README.md/data', '/proc/earshot'])(
    'ends the start with one sentence and exit code 73: %s',
    async (dataDir) => {
      const earshot = spawnEarshot(['start'], { DATA_DIR: dataDir })
      expect(await earshot.exited).toBe(73)
      expect(earshot.output().trim().split('\n')).toEqual([expect.stringMatching(/^earshot: DATA_DIR: .*\.$/)])
    },
  )

  it('accepts a full disk, because recordings can still be read and deleted', async (testContext) => {
    await using disk = await mountSmallDisk(testContext, '1m')
    await checkDataDir(disk.dir)
    await writeFile(join(disk.dir, 'filler'), Buffer.alloc(2 ** 20)).catch(() => undefined)
    await expect(checkDataDir(disk.dir)).resolves.toBeUndefined()
  })

  it('refuses damaged secrets with one sentence', async () => {
    await using temporary = await createFolder()
    await checkDataDir(temporary.dir)
    await writeFile(join(temporary.dir, 'secrets', 'signing-key.json'), 'no key')
    await expect(checkDataDir(temporary.dir)).rejects.toMatchObject(commandError(/signing-key.json is damaged/))
  })
})
