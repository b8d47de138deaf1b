import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '#platform/db/embedded/isCode.ts'

export type PostmasterFile = {
  readonly pid: number
  readonly socketDir: string
  /** `starting`, `ready`, `stopping`; empty while the file is being written. */
  readonly status: string
}

/** What postmaster.pid says, or null without one. It may be stale: see isPostmaster. */
export const readPostmasterFile = async (cluster: string): Promise<PostmasterFile | null> => {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(absent)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, socketDir: lines[4]?.trim() ?? '', status: lines[7]?.trim() ?? '' }
}

/**
 * Whether `pid` is a live process of this cluster: a postgres whose working directory is the cluster. A signal 0 would
 * not tell: it succeeds for a zombie and for whoever has inherited the number.
 */
export const isPostmaster = async (pid: number, cluster: string): Promise<boolean> => {
  if (process.platform !== 'linux') return answersSignals(pid)
  const [cwd, name] = await Promise.all([
    readlink(`/proc/${pid}/cwd`).catch(absent),
    readFile(`/proc/${pid}/comm`, 'utf8').catch(absent),
  ])
  return cwd === (await realpath(cluster)) && name?.trim() === 'postgres'
}

/** Every process of the cluster. A postmaster that was killed leaves its children for a moment, and they still write. */
export const processesOf = async (cluster: string): Promise<number[]> => {
  if (process.platform !== 'linux') {
    const file = await readPostmasterFile(cluster)
    return file && answersSignals(file.pid) ? [file.pid] : []
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const ours = await Promise.all(pids.map(async (pid) => await isPostmaster(pid, cluster)))
  return pids.filter((_, i) => ours[i])
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Gone, never there, or another user's: all the same to us. */
function absent(error: unknown): null {
  if (isCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM', 'EINVAL')) return null
  throw error
}
