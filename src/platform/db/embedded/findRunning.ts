import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { homesOf } from '#platform/db/embedded/choosePlace.ts'
import { urlOf } from '#platform/db/embedded/keepPostmaster.ts'
import { isPostmaster, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'

/**
 * Returns the URL of the PostgreSQL that another process runs for a data folder, or null when none is ready. For commands that
 * work beside a running server: they neither own the cluster nor stop it.
 */
export const findRunning = async (dataDir: string): Promise<string | null> => {
  const cluster = join(homesOf(await realpath(dataDir)).home, 'postgres')
  const file = await readPostmasterFile(cluster)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, cluster))) return null
  return urlOf({ socketDir: file.socketDir })
}
