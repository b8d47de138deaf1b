import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadSecrets } from '#platform/config/secrets.ts'
import { CommandError, EXIT } from './runCommand.ts'

/** PostgreSQL cannot open a cluster under a longer path (its MAXPGPATH is 1024, file names included). */
const MAX_PATH_BYTES = 900

/**
 * Checks that the data folder is writable before the server starts, and creates it when it is missing. Throws CommandError with
 * exit code 73 and one sentence when the server could never write there, because it would otherwise be restarted again and again.
 */
export async function checkDataDir(dataDir: string): Promise<void> {
  if (Buffer.byteLength(dataDir) > MAX_PATH_BYTES)
    throw cannotWriteError(
      `DATA_DIR is longer than ${MAX_PATH_BYTES} bytes, which is more than PostgreSQL can open: ${dataDir.slice(0, 80)}…`,
    )
  for (const folder of [dataDir, join(dataDir, 'blobs'), join(dataDir, 'secrets')]) await checkFolder(folder)
  try {
    await loadSecrets(dataDir)
  } catch (error) {
    if (isDiskFull(error)) return
    throw cannotWriteError(error instanceof Error ? error.message : String(error))
  }
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await createFolder(folder)
    // Checking the permissions is not enough: root ignores them, and a disk may be mounted read-only.
    await rmdir(await mkdtemp(join(folder, '.try-')))
  } catch (error) {
    // The server starts on a full disk, because recordings can be read and deleted.
    if (!isDiskFull(error)) throw cannotWriteError(await describeProblem(folder, error))
  }
}

/** @NOTE Node's recursive mkdir never returns below an existing folder in which no folder can be created, such as /proc. */
async function createFolder(folder: string): Promise<void> {
  if ((await stat(folder).catch(() => null))?.isDirectory()) return
  if (dirname(folder) !== folder) await createFolder(dirname(folder))
  await mkdir(folder, { mode: 0o700 })
}

async function describeProblem(folder: string, error: unknown): Promise<string> {
  const file = await findBlockingFile(folder)
  if (file) return `DATA_DIR: ${folder} cannot be a folder, because ${file} is a file. Name another folder.`
  switch (errorCode(error)) {
    case 'EROFS':
      return `DATA_DIR: ${folder} is on a disk that is mounted read-only. Mount it for writing, or name another folder.`
    case 'EACCES':
    case 'EPERM':
      return `DATA_DIR: the account that runs Earshot may not write into ${folder}. Give it the right, or name another folder.`
    case 'ENAMETOOLONG':
      return `DATA_DIR: a part of the path ${folder.slice(0, 80)}… is too long for this disk. Name another folder.`
    default:
      return `DATA_DIR: ${folder} cannot be made or written to (${error instanceof Error ? error.message : String(error)}).`
  }
}

/** Returns the path or its nearest existing parent when that is not a folder, else null. */
async function findBlockingFile(path: string): Promise<string | null> {
  const stats = await stat(path).catch(() => null)
  if (stats) return stats.isDirectory() ? null : path
  return dirname(path) === path ? null : findBlockingFile(dirname(path))
}

const cannotWriteError = (message: string) => new CommandError(EXIT.cannotWrite, message)
const errorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error))
