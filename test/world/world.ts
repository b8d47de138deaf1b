import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Server, openServer } from '#app/server/openServer.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import type { Ground } from '#platform/ground.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import type { Letter } from '#platform/mail/mail.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import type { File } from '#features/files/contract.ts'
import { HeldClock } from './HeldClock.ts'
import { takeDatabase } from './cluster.ts'
import { freePort } from './freePort.ts'
import { tone } from './tone.ts'
import { type Uploading, type User, signUp, uploadSound } from './user.ts'

export type WorldOptions = {
  speech?: SpeechEngine
  llm?: Llm | null
  /** Whether new accounts get the sample recording. Default false, so that lists start empty. */
  welcome?: boolean
  /** False leaves jobs undone, for tests that inspect the queue. */
  working?: boolean
  signUp?: 'closed' | 'invite' | 'open'
  log?: Log
  /** A built page to serve. Without it the server has no page. */
  webDir?: string
  /** Settings as in the environment. They override the defaults of the test server. */
  settings?: Record<string, string>
  /** Returns the disk space for sound in bytes, as the test wants it. */
  disk?: () => { free: number; total: number }
}

export type World = AsyncDisposable & {
  readonly url: string
  readonly ground: Ground
  readonly clock: HeldClock
  readonly config: Config
  readonly server: Server
  /** Every letter sent, oldest first. */
  readonly letters: readonly Letter[]
  /** Returns the account of that name, which is created on the first call. */
  as: (name?: string) => Promise<User>
  /** Uploads a recording of this many seconds as `as` (default: the first account), like every client. */
  file: (options?: { seconds?: number; as?: string } & Uploading) => Promise<File>
  /** Resolves when all jobs are done. */
  settle: () => Promise<void>
}

const SETTLED_WITHIN = 15_000
const PATIENCE = 1000

/** Starts a real server in this process, with its own database, local blobs, scripted speech and a test clock. */
export async function world(options: WorldOptions = {}): Promise<World> {
  const { welcome = false, working = true, llm = null, speech = scriptedSpeech(), log = quietLog, disk } = options
  const clock = new HeldClock()
  const database = await takeDatabase(inject('cluster'))
  const dataDir = await mkdtemp(join(tmpdir(), 'earshot-world-'))
  const env = {
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SIGN_UP: options.signUp ?? 'open',
    WELCOME: welcome ? 'on' : 'off',
    // The clock stands still, so a rate limit would never reset.
    CALLS_PER_MINUTE: '0',
    ...options.settings,
  }
  const config = readConfig(env)
  const letters: Letter[] = []
  const mail = { delivers: 'mail' as const, send: async (letter: Letter) => void letters.push(letter) }
  const replaced = { clock, speech, llm, mail, ...(disk && { disk: async () => disk() }) }
  const server = await openServer(
    {
      config,
      databaseUrl: database.url,
      databaseDir: dataDir,
      log,
      checksReplies: true,
      supervise: false,
      webDir: options.webDir ?? null,
    },
    replaced,
  )
  await server.begin({ working })
  await server.listen()
  const users = new Map<string, Promise<User>>()
  const as = (name = 'anna') => {
    const user = users.get(name) ?? letIn(name)
    users.set(name, user)
    return user
  }
  /** Creates an account. Where an invitation is needed, the first account creates it. */
  const letIn = async (name: string): Promise<User> => {
    const [first] = users.values()
    if (config.signUp !== 'invite' || !first) return signUp(config.publicUrl, name)
    const { data } = await (await first).invitations.create({})
    return signUp(config.publicUrl, name, new URL(data.link).searchParams.get('invitation') ?? '')
  }

  return {
    url: config.publicUrl,
    ground: server.ground,
    clock,
    config,
    server,
    letters,
    as,
    file: async ({ seconds = 12, as: name, ...uploading } = {}) => uploadSound(await as(name), tone(seconds), uploading),
    settle: () => settled(server.ground),
    [Symbol.asyncDispose]: async () => {
      const closing = server.close()
      // An unread response would delay closing until ten seconds have passed on a clock that stands still.
      await Promise.race([closing, systemClock.wait(PATIENCE)])
      server.app.server.closeAllConnections()
      await closing
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function settled(ground: Ground): Promise<void> {
  for (let waited = 0; waited < SETTLED_WITHIN; waited += 20) {
    if ((await ground.jobs.pending()) === 0) return
    await systemClock.wait(20)
  }
  throw new Error(`${await ground.jobs.pending()} jobs are still waiting after ${SETTLED_WITHIN / 1000} s`)
}
