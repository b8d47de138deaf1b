import { migrate } from '#platform/db/migrate.ts'
import { installJobs } from '#platform/jobs/pgBossJobs.ts'
import type { Log } from '#platform/log/log.ts'

/** Migrates a database to this version: first the tables of the app, then those of the job queue. Throws MigrationError. */
export async function prepareDatabase(directUrl: string, log: Log): Promise<void> {
  await migrate(directUrl, { log })
  await installJobs(directUrl)
}
