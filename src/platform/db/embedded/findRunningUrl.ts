import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterFolders } from '#platform/db/embedded/chooseLocation.ts'
import { databaseUrl } from '#platform/db/embedded/postmaster.ts'
import { isPostmaster, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'

/**
 * Returns the URL of the PostgreSQL that another process runs for a data folder, or null when none is ready. For commands that
 * work beside a running server: they neither own the cluster nor stop it.
 */
export const findRunningUrl = async (dataDir: string): Promise<string | null> => {
  const cluster = join(clusterFolders(await realpath(dataDir)).current, 'postgres')
  const file = await readPostmasterFile(cluster)
  if (file?.status !== 'ready' || !(await isPostmaster(file.pid, cluster))) return null
  return databaseUrl({ socketDir: file.socketDir })
}
