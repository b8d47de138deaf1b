import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedError } from '#platform/db/embedded/EmbeddedError.ts'

export type DataDirLock = { readonly release: () => void }

/**
 * Locks a data folder for this process, before anything in it is read. Throws `already-running`.
 *
 * An advisory lock in PostgreSQL would come too late: only one process at a time may remove a stale postmaster.pid. Node has no
 * file locks, but its SQLite takes one (fcntl) on an empty file. The kernel releases it when the process dies, and it also works
 * between containers that share a volume and cannot see each other's processes.
 * @NOTE Closing any other handle on `owner.lock` in this process would drop the lock. Never read or copy that file.
 */
export const lockDataDir = (dataDir: string): DataDirLock => {
  const lock = new DatabaseSync(join(dataDir, 'owner.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error
    throw new EmbeddedError(
      'already-running',
      `Earshot is already running on ${dataDir}. Stop it first, or give this one another DATA_DIR. Nothing was changed.`,
      error,
    )
  }
  return { release: () => lock.close() }
}
