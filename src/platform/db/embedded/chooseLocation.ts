import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  chooseAccount,
  checkNamespaces,
  type Account,
  type AccountOptions,
  type Ids,
} from '#platform/db/embedded/chooseAccount.ts'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'
import { prepareBinaries, type Binaries } from '#platform/db/embedded/findBinaries.ts'
import type { Log } from '#platform/log/log.ts'

/** The folders of the cluster and the account that runs it. */
export type ClusterLocation = {
  readonly account: Account
  readonly binaries: Binaries
  /** PGDATA. It exists only after initdb has finished. */
  readonly cluster: string
  /** Folder of the socket, mode 0700. Its path stays under the kernel's limit. */
  readonly socketDir: string
}

export type LocationOptions = {
  /** Absolute path without symbolic links. */
  readonly dataDir: string
  readonly native: string
  readonly log: Log
  readonly runAs?: Ids | null
  /** For tests: whether user namespaces can be created, and the fallback folder of the cluster. */
  readonly namespaces?: AccountOptions['namespaces']
  readonly elsewhere?: string
}

/** The kernel limits a socket address to 107 bytes on Linux and 103 on macOS, file name included. */
const MAX_SOCKET_DIR_LENGTH = 90
/** Folder of clusters whose account cannot access the data folder. */
const FALLBACK_DIR = '/var/lib/earshot'

/**
 * Returns the folder of the cluster (`current`): the data folder, or the fallback folder (`fallback`) when its account cannot access the
 * data folder.
 */
export const clusterFolders = (dataDir: string, elsewhere: string = FALLBACK_DIR): { current: string; fallback: string } => {
  const fallback = join(elsewhere, shortHash(dataDir))
  return {
    fallback,
    current: [dataDir, fallback].find((folder) => existsSync(join(folder, 'postgres', 'PG_VERSION'))) ?? dataDir,
  }
}

/** Chooses the account and the folders, and creates the folders. Does not loosen the permissions of existing folders. */
export const chooseLocation = async (options: LocationOptions): Promise<ClusterLocation> => {
  const { dataDir, native, log, runAs = null, namespaces = checkNamespaces, elsewhere = FALLBACK_DIR } = options
  const { fallback, current } = clusterFolders(dataDir, elsewhere)
  const account = await chooseAccount({
    uid: process.getuid?.() ?? -1,
    clusterOwner:
      current === fallback || existsSync(join(current, 'postgres')) ? await readOwner(join(current, 'postgres')) : null,
    folderOwner: await readOwner(dataDir),
    runAs,
    namespaces,
  })
  if (account.kind !== 'other') {
    const socketDir = await createSocketDir(current)
    return {
      account,
      binaries: await prepareBinaries(native, join(dataDir, 'postgres-lib')),
      cluster: join(current, 'postgres'),
      socketDir,
    }
  }
  const isAccessible = current === dataDir && (await canAccess(dataDir, account))
  const baseDir = isAccessible ? dataDir : fallback
  if (!isAccessible) {
    log.warn(
      `PostgreSQL refuses to run as root and its account (${account.uid}) cannot reach ${dataDir}: the database lies in ${fallback}. Back that folder up too.`,
    )
    await mkdir(elsewhere, { recursive: true, mode: 0o755 })
    await mkdir(fallback, { recursive: true, mode: 0o700 })
    await chown(fallback, account.uid, account.gid)
  }
  const accessibleNative = (await canAccess(native, account)) ? native : await copyBinaries(native, elsewhere)
  const binaries = await prepareBinaries(accessibleNative, join(baseDir, 'postgres-lib'))
  return { account, binaries, cluster: join(baseDir, 'postgres'), socketDir: await createSocketDir(baseDir, account) }
}

async function readOwner(path: string): Promise<Ids> {
  const { uid, gid } = await stat(path)
  return { uid, gid }
}

async function createSocketDir(baseDir: string, owner?: Ids): Promise<string> {
  const preferred = join(baseDir, 'run')
  const ids = owner ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const dir = preferred.length <= MAX_SOCKET_DIR_LENGTH ? preferred : join('/tmp', `earshot-${ids.uid}-${shortHash(baseDir)}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // In /tmp another account may have created a link or a folder with this name.
  const stats = await lstat(dir)
  const isOwn = stats.uid === (process.getuid?.() ?? -1) || stats.uid === ids.uid
  if (!stats.isDirectory() || !isOwn) throw new EmbeddedError('start-failed', `${dir} belongs to another user. Remove it.`)
  await chmod(dir, 0o700)
  if (owner && stats.uid !== owner.uid) await chown(dir, owner.uid, owner.gid)
  return dir
}

/** True when an account may enter every folder on the path, including the last one. */
export const canAccess = async (path: string, { uid, gid }: Ids): Promise<boolean> => {
  const realPath = await realpath(path)
  const { mode, ...owner } = await stat(realPath)
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(realPath) === realPath || (await canAccess(dirname(realPath), { uid, gid }))
}

/**
 * Copies PostgreSQL to a folder that every account can read, for installations below a folder that only root may enter
 * (/root/earshot/node_modules).
 */
async function copyBinaries(native: string, elsewhere: string): Promise<string> {
  const copy = join(elsewhere, `native-${shortHash(native + String((await stat(join(native, 'bin', 'postgres'))).mtimeMs))}`)
  if (existsSync(copy)) return copy
  const temporaryDir = `${copy}.${process.pid}`
  await rm(temporaryDir, { recursive: true, force: true })
  await mkdir(elsewhere, { recursive: true, mode: 0o755 })
  // The relative links between the libraries stay valid.
  await cp(native, join(temporaryDir, 'native'), { recursive: true, verbatimSymlinks: true })
  await rename(join(temporaryDir, 'native'), copy)
  await rm(temporaryDir, { recursive: true, force: true })
  return copy
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
