import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql, type Db } from '#platform/db/db.ts'
import { listEntries, type StartedServer } from './startServer.ts'

const JOBS_TIMEOUT = 1000

/**
 * Removes everything a test has left on a server: open requests, jobs, rows, audio, e-mails, and the advanced time. Throws when a
 * job does not end; the server can then not be used any more.
 */
export async function emptyServer({
  server,
  clock,
  sentMails,
  dataDir,
  openResponses,
  initialEntries,
}: StartedServer): Promise<void> {
  for (const response of openResponses) response.destroy()
  await removeJobs(server.ctx.db)
  await deleteAllRows(server.ctx.db)
  const entries = await listEntries(dataDir)
  const added = entries.filter((entry) => !initialEntries.has(entry))
  await Promise.all(added.map((entry) => rm(join(dataDir, entry), { recursive: true, force: true })))
  sentMails.length = 0
  clock.reset()
}

/** Deletes queued jobs until the running ones have ended and have added no others. */
async function removeJobs(db: Db): Promise<void> {
  for (let elapsed = 0; elapsed < JOBS_TIMEOUT; elapsed += 10) {
    const {
      rows: [counts],
    } = await executeSql<{ active: number; deleted: number }>(
      db,
      `with deleted as (delete from pgboss.job where state <> 'active' returning state)
       select (select count(*)::int from pgboss.job where state = 'active') as active,
              (select count(*)::int from deleted where state in ('created', 'retry')) as deleted`,
    )
    if (counts?.active === 0 && counts.deleted === 0) return
    await systemClock.wait(10)
  }
  throw new Error(`a job still runs after ${JOBS_TIMEOUT / 1000} s`)
}

/** Deletes the rows of all features without running their triggers. */
async function deleteAllRows(db: Db): Promise<void> {
  await executeSql(
    db,
    `do $$
     declare name text;
     begin
       set local session_replication_role = replica;
       for name in select quote_ident(tablename) from pg_tables where schemaname = 'public' and tablename <> 'migration' loop
         execute 'delete from ' || name;
       end loop;
     end $$`,
  )
}
