import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/bossJobs.ts'
import type { Log } from '#platform/log/log.ts'

/** Brings a database to this version: our tables, then the queue's own. Throws MigrationError. */
export async function prepareDatabase(directUrl: string, log: Log): Promise<void> {
  await migrate(directUrl, { log })
  await installJobs(directUrl)
}
