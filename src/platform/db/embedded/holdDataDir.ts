import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedProblem } from '#platform/db/embedded/EmbeddedProblem.ts'

export type Hold = { readonly release: () => void }

/**
 * Makes this process the one owner of a data folder, before anything in it is looked at. Throws `already-running`.
 *
 * An advisory lock inside PostgreSQL would come too late: clearing away a stale postmaster.pid is only safe for one
 * process at a time. Node has no file locks of its own, but its SQLite takes one (fcntl) on an empty file. The kernel
 * gives it back when the process dies, however it dies, and it holds between containers sharing a volume, which cannot
 * see each other's processes.
 * @NOTE closing any other handle on `owner.lock` in this process would drop the lock: never read or copy that file.
 */
export const holdDataDir = (dataDir: string): Hold => {
  const lock = new DatabaseSync(join(dataDir, 'owner.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw error
    throw new EmbeddedProblem(
      'already-running',
      `Earshot is already running on ${dataDir}. Stop it first, or give this one another DATA_DIR. Nothing was changed.`,
      error,
    )
  }
  return { release: () => lock.close() }
}
