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
  /** Whether new accounts find the sample recording; off, so that a list begins empty. */
  welcome?: boolean
  /** False leaves jobs undone, for tests that look at what waits. */
  working?: boolean
  signUp?: 'closed' | 'invite' | 'open'
  log?: Log
  /** A built page to serve; without, the server has none. */
  webDir?: string
  /** Settings as in the environment, over those of every world. */
  settings?: Record<string, string>
  /** Room on the disk of the sound, in bytes, as a test wants it to be. */
  disk?: () => { free: number; total: number }
}

export type World = AsyncDisposable & {
  readonly url: string
  readonly ground: Ground
  readonly clock: HeldClock
  readonly config: Config
  readonly server: Server
  /** Every letter that left, oldest first. */
  readonly letters: readonly Letter[]
  /** The account of that name, made when first asked for. */
  as: (name?: string) => Promise<User>
  /** A recording of so many seconds, uploaded by `as` (the first account) the way every client does. */
  file: (options?: { seconds?: number; as?: string } & Uploading) => Promise<File>
  /** Resolves when every job has been done. */
  settle: () => Promise<void>
}

const SETTLED_WITHIN = 15_000
const PATIENCE = 1000

/** A real server in this process, on a database of its own, with local blobs, scripted speech and a clock we hold. */
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
    // The clock stands still: nobody would ever be given back a call.
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
  /** Where one needs an invitation, whoever came first gives it. */
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
      // An answer a test left unread would hold up the end until a clock that stands still has passed ten seconds.
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
