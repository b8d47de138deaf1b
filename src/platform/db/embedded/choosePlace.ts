import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  chooseAccount,
  namespacesWork,
  type Account,
  type AccountQuestion,
  type Ids,
} from '#platform/db/embedded/chooseAccount.ts'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'
import { prepareBinaries, type Binaries } from '#platform/db/embedded/findBinaries.ts'
import type { Log } from '#platform/log/log.ts'

/** The folders of the cluster and the account that runs it. */
export type Place = {
  readonly account: Account
  readonly binaries: Binaries
  /** PGDATA. It exists only after initdb has finished. */
  readonly cluster: string
  /** Folder of the socket, mode 0700. Its path stays under the kernel's limit. */
  readonly socketDir: string
}

export type PlaceOptions = {
  /** Absolute path without symbolic links. */
  readonly dataDir: string
  readonly native: string
  readonly log: Log
  readonly runAs?: Ids | null
  /** For tests: whether user namespaces can be created, and the fallback folder of the cluster. */
  readonly namespaces?: AccountQuestion['namespaces']
  readonly elsewhere?: string
}

/** The kernel limits a socket address to 107 bytes on Linux and 103 on macOS, file name included. */
const LONGEST_SOCKET_DIR = 90
/** Folder of clusters whose account cannot access the data folder. */
const ELSEWHERE = '/var/lib/earshot'

/**
 * Returns the folder of the cluster (`current`): the data folder, or the fallback folder (`fallback`) when its account cannot access the
 * data folder.
 */
export const homesOf = (dataDir: string, elsewhere: string = ELSEWHERE): { home: string; away: string } => {
  const away = join(elsewhere, shortHash(dataDir))
  return { away, home: [dataDir, away].find((folder) => existsSync(join(folder, 'postgres', 'PG_VERSION'))) ?? dataDir }
}

/** Chooses the account and the folders, and creates the folders. Does not loosen the permissions of existing folders. */
export const choosePlace = async (options: PlaceOptions): Promise<Place> => {
  const { dataDir, native, log, runAs = null, namespaces = namespacesWork, elsewhere = ELSEWHERE } = options
  const { away, home } = homesOf(dataDir, elsewhere)
  const account = await chooseAccount({
    uid: process.getuid?.() ?? -1,
    clusterOwner: home === away || existsSync(join(home, 'postgres')) ? await ownerOf(join(home, 'postgres')) : null,
    folderOwner: await ownerOf(dataDir),
    runAs,
    namespaces,
  })
  if (account.kind !== 'other') {
    const socketDir = await makeSocketDir(home)
    return {
      account,
      binaries: await prepareBinaries(native, join(dataDir, 'postgres-lib')),
      cluster: join(home, 'postgres'),
      socketDir,
    }
  }
  const reachable = home === dataDir && (await mayReach(dataDir, account))
  const base = reachable ? dataDir : away
  if (!reachable) {
    log.warn(
      `PostgreSQL refuses to run as root and its account (${account.uid}) cannot reach ${dataDir}: the database lies in ${away}. Back that folder up too.`,
    )
    await mkdir(elsewhere, { recursive: true, mode: 0o755 })
    await mkdir(away, { recursive: true, mode: 0o700 })
    await chown(away, account.uid, account.gid)
  }
  const reachableNative = (await mayReach(native, account)) ? native : await copyNative(native, elsewhere)
  const binaries = await prepareBinaries(reachableNative, join(base, 'postgres-lib'))
  return { account, binaries, cluster: join(base, 'postgres'), socketDir: await makeSocketDir(base, account) }
}

async function ownerOf(path: string): Promise<Ids> {
  const { uid, gid } = await stat(path)
  return { uid, gid }
}

async function makeSocketDir(base: string, owner?: Ids): Promise<string> {
  const near = join(base, 'run')
  const ids = owner ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  const dir = near.length <= LONGEST_SOCKET_DIR ? near : join('/tmp', `earshot-${ids.uid}-${shortHash(base)}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  // In /tmp another account may have created a link or a folder with this name.
  const found = await lstat(dir)
  const own = found.uid === (process.getuid?.() ?? -1) || found.uid === ids.uid
  if (!found.isDirectory() || !own) throw new EmbeddedProblem('start-failed', `${dir} belongs to somebody else. Remove it.`)
  await chmod(dir, 0o700)
  if (owner && found.uid !== owner.uid) await chown(dir, owner.uid, owner.gid)
  return dir
}

/** True when an account may enter every folder on the path, including the last one. */
export const mayReach = async (path: string, { uid, gid }: Ids): Promise<boolean> => {
  const at = await realpath(path)
  const { mode, ...owner } = await stat(at)
  const bit = owner.uid === uid ? 0o100 : owner.gid === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  return dirname(at) === at || (await mayReach(dirname(at), { uid, gid }))
}

/**
 * Copies PostgreSQL to a folder that every account can read, for installations below a folder that only root may enter
 * (/root/earshot/node_modules).
 */
async function copyNative(native: string, elsewhere: string): Promise<string> {
  const copy = join(elsewhere, `native-${shortHash(native + String((await stat(join(native, 'bin', 'postgres'))).mtimeMs))}`)
  if (existsSync(copy)) return copy
  const aside = `${copy}.${process.pid}`
  await rm(aside, { recursive: true, force: true })
  await mkdir(elsewhere, { recursive: true, mode: 0o755 })
  // The relative links between the libraries stay valid.
  await cp(native, join(aside, 'native'), { recursive: true, verbatimSymlinks: true })
  await rename(join(aside, 'native'), copy)
  await rm(aside, { recursive: true, force: true })
  return copy
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
