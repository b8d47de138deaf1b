import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Server, createAppServer } from '#app/server/createAppServer.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import type { AppContext } from '#platform/context.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import type { File } from '#features/files/contract.ts'
import { TestClock } from './TestClock.ts'
import { createTestDatabase } from './testCluster.ts'
import { findFreePort } from './findFreePort.ts'
import { createToneWav } from '../fixtures/sound/createToneWav.ts'
import { type UploadOptions, type User, signUp, uploadRecording } from './user.ts'

export type TestServerOptions = {
  speech?: SpeechEngine
  llm?: Llm | null
  /** Whether new accounts get the sample recording. Default false, so that lists start empty. */
  welcome?: boolean
  /** False leaves jobs undone, for tests that inspect the queue. */
  runsJobs?: boolean
  signUp?: 'closed' | 'invite' | 'open'
  log?: Log
  /** A built page to serve. Without it the server has no page. */
  webDir?: string
  /** Settings as in the environment. They override the defaults of the test server. */
  settings?: Record<string, string>
  /** Returns the disk space for sound in bytes, as the test wants it. */
  disk?: () => { free: number; total: number }
}

export type TestServer = AsyncDisposable & {
  readonly url: string
  readonly ctx: AppContext
  readonly clock: TestClock
  readonly config: Config
  readonly server: Server
  /** Every letter sent, oldest first. */
  readonly sentMails: readonly Email[]
  /** Returns the account of that name, which is created on the first call. */
  user: (name?: string) => Promise<User>
  /** Uploads a recording of this many seconds as `as` (default: the first account), like every client. */
  uploadFile: (options?: { seconds?: number; user?: string } & UploadOptions) => Promise<File>
  /** Resolves when all jobs are done. */
  waitForJobs: () => Promise<void>
}

const JOBS_TIMEOUT = 15_000
const CLOSE_TIMEOUT = 1000

/** Starts a real server in this process, with its own database, local blobs, scripted speech and a test clock. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { welcome = false, runsJobs = true, llm = null, speech = scriptedSpeech(), log = quietLog, disk } = options
  const clock = new TestClock()
  const database = await createTestDatabase(inject('cluster'))
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-world-'))
  const env = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SIGN_UP: options.signUp ?? 'open',
    WELCOME: welcome ? 'on' : 'off',
    // The clock stands still, so a rate limit would never reset.
    CALLS_PER_MINUTE: '0',
    ...options.settings,
  }
  const config = readConfig(env)
  const letters: Email[] = []
  const mail = { deliversTo: 'mail' as const, send: async (letter: Email) => void letters.push(letter) }
  const overrides = { clock, speech, llm, mail, ...(disk && { disk: async () => disk() }) }
  const server = await createAppServer(
    {
      config,
      databaseUrl: database.url,
      databaseDir: dataDir,
      log,
      checksReplies: true,
      supervise: false,
      webDir: options.webDir ?? null,
    },
    overrides,
  )
  await server.start({ processJobs: runsJobs })
  await server.listen()
  const users = new Map<string, Promise<User>>()
  const as = (name = 'anna') => {
    const user = users.get(name) ?? createUser(name)
    users.set(name, user)
    return user
  }
  /** Creates an account. Where an invitation is needed, the first account creates it. */
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
    sentMails: letters,
    user: as,
    uploadFile: async ({ seconds = 12, user: name, ...uploadOptions } = {}) =>
      uploadRecording(await as(name), createToneWav(seconds), uploadOptions),
    waitForJobs: () => waitUntilJobsDone(server.ctx),
    [Symbol.asyncDispose]: async () => {
      const closing = server.close()
      // An unread response would delay closing until ten seconds have passed on a clock that stands still.
      await Promise.race([closing, systemClock.wait(CLOSE_TIMEOUT)])
      server.app.server.closeAllConnections()
      await closing
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function waitUntilJobsDone(ctx: AppContext): Promise<void> {
  for (let elapsed = 0; elapsed < JOBS_TIMEOUT; elapsed += 20) {
    if ((await ctx.jobs.pending()) === 0) return
    await systemClock.wait(20)
  }
  throw new Error(`${await ctx.jobs.pending()} jobs are still waiting after ${JOBS_TIMEOUT / 1000} s`)
}
