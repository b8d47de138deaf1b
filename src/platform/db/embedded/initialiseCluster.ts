import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { commandFor } from '#platform/db/embedded/chooseAccount.ts'
import type { ClusterLocation } from '#platform/db/embedded/chooseLocation.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { MAJOR_VERSION } from '#platform/db/embedded/findBinaries.ts'

/** Superuser and database of the embedded PostgreSQL. Access is protected by the 0700 folder of the socket. */
export const SUPERUSER = 'earshot'

/**
 * Creates the cluster when there is none. initdb writes to a temporary name, and the finished cluster is renamed: an interrupted
 * initdb leaves nothing that looks like a database. Only the owner of the data folder calls this, so leftovers of earlier
 * attempts can be removed.
 */
export const initialiseCluster = async (location: ClusterLocation, nonDurable: boolean): Promise<void> => {
  const { cluster, account, binaries } = location
  const parent = dirname(cluster)
  await removeLeftovers(parent, `${basename(cluster)}.new-`)
  if (existsSync(cluster)) {
    await checkVersion(cluster)
    return
  }
  const temporaryDir = join(parent, `${basename(cluster)}.new-${randomUUID()}`)
  await mkdir(temporaryDir, { mode: 0o700 })
  if (account.kind === 'other') await chown(temporaryDir, account.uid, account.gid)
  const { line, ids } = commandFor(account, binaries.initdb, [
    `--pgdata=${temporaryDir}`,
    `--username=${SUPERUSER}`,
    '--auth=trust',
    '--encoding=UTF8',
    // Built-in collation rules never change under an index, unlike those of ICU and glibc. Lists for users are sorted with
    // Intl.Collator.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(nonDurable ? ['--no-sync'] : []),
  ])
  await runCommand(line, { env: binaries.env, cwd: '/', ...ids })
  await rename(temporaryDir, cluster)
  await syncFolder(parent)
}

/** An initdb whose parent was killed may still be writing, so the name is new each time and the removal is retried. */
async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  const leftovers = (await readdir(parent)).filter((name) => name.startsWith(prefix))
  for (const name of leftovers) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === MAJOR_VERSION) return
  const entries = await readdir(cluster)
  const message =
    version === ''
      ? `${cluster} is not a PostgreSQL cluster (it holds ${entries.length} other files). Move it away, or name another DATA_DIR.`
      : `${cluster} was made by PostgreSQL ${version} and this version brings ${MAJOR_VERSION}: take a backup with the old version, restore it with this one.`
  throw new EmbeddedError('other-version', message)
}

async function runCommand(
  commandLine: readonly string[],
  options: { env: Record<string, string>; cwd: string; uid?: number; gid?: number },
): Promise<void> {
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output = (output + chunk.toString('utf8')).slice(-2000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.on('error', (error) => reject(cannotRunError(command, error)))
  child.on('close', (code, signal) => {
    if (code === 0) resolve()
    else
      reject(new EmbeddedError('start-failed', `The database could not be created (initdb: ${signal ?? code}). ${output.trim()}`))
  })
  await promise
}

/** On a system without glibc (Alpine) the file exists and still cannot be started, because its loader is missing. */
export const cannotRunError = (command: string, error: Error): EmbeddedError =>
  new EmbeddedError(
    'no-binaries',
    `${command} cannot be run here (${error.message}). The PostgreSQL that comes with Earshot needs glibc; otherwise give DATABASE_URL.`,
    error,
  )

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
