import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { hasErrorCode } from '#platform/db/errors.ts'

export type PostmasterFile = {
  readonly pid: number
  readonly socketDir: string
  /** `starting`, `ready` or `stopping`; empty while the file is being written. */
  readonly status: string
}

/** Returns the contents of postmaster.pid, or null when there is none. The file may be stale: see isPostmaster. */
export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | null> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(nullIfNotFound)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * True when `pid` is a running process of this cluster: a postgres whose working directory is the cluster. Signal 0 is not enough:
 * it succeeds for a zombie and for another process with the same pid.
 */
export const isPostmaster = async (pid: number, cluster: string): Promise<boolean> => {
  if (process.platform !== 'linux') return acceptsSignals(pid)
  const [cwd, name] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(nullIfNotFound),
    readFile(`/proc/${pid}/comm`, 'utf8').catch(nullIfNotFound),
  ])
  return cwd === (await realpath(cluster)) && name?.trim() === 'postgres'
}

/** Returns all processes of the cluster. The children of a killed postmaster briefly keep running and writing. */
export const listProcesses = async (cluster: string): Promise<number[]> => {
  if (process.platform !== 'linux') {
    const file = await readPostmasterFile(cluster)
    return file && acceptsSignals(file.pid) ? [file.pid] : []
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const isOurs = await Promise.all(pids.map(async (pid) => await isPostmaster(pid, cluster)))
  return pids.filter((_, i) => isOurs[i])
}

function acceptsSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasErrorCode(error, 'EPERM')
  }
}

/** Returns null when the process has ended, never existed or belongs to another user. */
function nullIfNotFound(error: unknown): null {
  if (hasErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EINVAL')) return null
  throw error
}
