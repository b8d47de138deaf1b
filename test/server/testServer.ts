import { type Server } from '#app/server/createAppServer.ts'
import { executeSql } from '#platform/db/db.ts'
import { systemClock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { AppContext } from '#platform/context.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { File } from '#features/files/contract.ts'
import type { TestClock } from './TestClock.ts'
import { createToneWav } from '../fixtures/sound/createToneWav.ts'
import type { TestServerOptions } from './pool/startServer.ts'
import { takeServer } from './pool/serverPool.ts'
import { type UploadOptions, type User, signUp, uploadRecording } from './user.ts'

export type TestServer = AsyncDisposable & {
  readonly url: string
  readonly ctx: AppContext
  readonly clock: TestClock
  readonly config: Config
  readonly server: Server
  /** Every e-mail sent, oldest first. */
  readonly sentMails: readonly Email[]
  /** Returns the account of that name, which is created on the first call. */
  user: (name?: string) => Promise<User>
  /** Uploads a recording of this many seconds as `user` (default: the first account), like every client. */
  uploadFile: (options?: { seconds?: number; user?: string } & UploadOptions) => Promise<File>
  /** Resolves when all jobs are done. When all remaining ones are scheduled for later, the next one starts at once. */
  waitForJobs: () => Promise<void>
}

const JOBS_TIMEOUT = 15_000

/** Makes the next job due when none is running or due, and tells the workers which queues have due jobs. */
const WAKE_WORKERS = `
  with waiting as (select id, name, start_after from pgboss.job where state in ('created', 'retry')),
  due as (select name from waiting where start_after <= now()),
  started as (
    update pgboss.job set start_after = now()
    where id = (select id from waiting order by start_after limit 1)
      and not exists (select from due) and not exists (select from pgboss.job where state = 'active')
    returning name
  )
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name)
  from (select name from due union select name from started) as queue`

/**
 * Returns a real server in this process, with its own database, local blobs, scripted speech and a test clock. It is as empty as a
 * new one, but may have been used by earlier tests with the same options; disposing it empties it for later ones.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { started, release } = await takeServer(options)
  const { server, config, clock, sentMails } = started
  const users = new Map<string, Promise<User>>()
  const as = (name = 'anna') => {
    const user = users.get(name) ?? createUser(name)
    users.set(name, user)
    return user
  }
  /** Creates an account. If an invitation is required, the first account creates it. */
  const createUser = async (name: string): Promise<User> => {
    const [firstUser] = users.values()
    if (config.signUp !== 'invite' || !firstUser) return signUp(config.publicUrl, name)
    const { data } = await (await firstUser).invitations.create({})
    return signUp(config.publicUrl, name, new URL(data.link).searchParams.get('invitation') ?? '')
  }

  return {
    url: config.publicUrl,
    ctx: server.ctx,
    clock,
    config,
    server,
    sentMails,
    user: as,
    uploadFile: async ({ seconds = 12, user: name, ...uploadOptions } = {}) =>
      uploadRecording(await as(name), createToneWav(seconds), uploadOptions),
    waitForJobs: () => waitUntilJobsDone(server.ctx),
    [Symbol.asyncDispose]: release,
  }
}

async function waitUntilJobsDone(ctx: AppContext): Promise<void> {
  for (let elapsed = 0; elapsed < JOBS_TIMEOUT; elapsed += 20) {
    if ((await ctx.jobs.pending()) === 0) return
    await executeSql(ctx.db, WAKE_WORKERS)
    await systemClock.wait(20)
  }
  throw new Error(`${await ctx.jobs.pending()} jobs are still waiting after ${JOBS_TIMEOUT / 1000} s`)
}
