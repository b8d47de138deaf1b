import type { ServerResponse } from 'node:http'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Server, createAppServer } from '#app/server/createAppServer.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { createCompute, type OpenCompute } from '#platform/compute/createCompute.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { type Log, quietLog } from '#platform/log/log.ts'
import type { Replacements } from '#platform/createContext.ts'
import type { Llm } from '#platform/llm/llm.ts'
import type { Email } from '#platform/mail/mail.ts'
import type { ModelManager } from '#platform/speech/models/modelManager.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { TestClock } from '../TestClock.ts'
import { findFreePort } from '../findFreePort.ts'
import { createTestDatabase } from '../testCluster.ts'

export type TestServerOptions = {
  speech?: SpeechEngine
  llm?: Llm | null
  /** The speech models; by default those in the data folder. The test gets a dedicated server. */
  models?: ModelManager
  /** The thread pool; by default that of the test process. The test gets a dedicated server. */
  compute?: OpenCompute
  /** Whether new accounts get the sample recording. Default false, so that lists start empty. */
  welcome?: boolean
  /** False leaves jobs queued, for tests that inspect the queue. */
  runsJobs?: boolean
  signUp?: 'closed' | 'invite' | 'open'
  log?: Log
  /** The folder of a built page. Without it, the server has no page. */
  webDir?: string
  /** Settings as in the environment. They override the defaults of the test server. */
  settings?: Record<string, string>
  /** Returns the disk space for audio in bytes. */
  disk?: () => { free: number; total: number }
  /** True for a test that changes the server itself. No other test gets this server. */
  dedicated?: boolean
}

/** A listening server with its own database and folder. */
export type StartedServer = {
  readonly server: Server
  readonly config: Config
  readonly clock: TestClock
  readonly sentMails: Email[]
  readonly dataDir: string
  readonly openResponses: ReadonlySet<ServerResponse>
  /** Files and folders below `dataDir` after the start. */
  readonly initialEntries: ReadonlySet<string>
  /** The engines of the test that is using the server. */
  readonly engines: Engines
  readonly close: () => Promise<void>
}

type Engines = { speech: SpeechEngine; llm: Llm | null }

const CLOSE_TIMEOUT = 1000

/**
 * With the interval of production, an idle server takes 4 % of a CPU, and each worker keeps several. `waitForJobs` wakes the
 * workers.
 */
const JOB_POLL_INTERVAL = 10

/** Threads shared by all servers of a test process, because each thread has its modules in memory. They end with the process. */
const sharedCompute: OpenCompute = { ...createCompute({ log: quietLog }), close: () => Promise.resolve() }

/** The minimum of argon2. Almost every test creates accounts, and passwordHash.test.ts covers the real cost. */
const LOW_HASH_COST = { memory: 8, passes: 1 }

/** A configured language model, which is replaced by that of the test. */
const SCRIPTED_LLM_SETTINGS = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'scripted', LLM_CONTEXT_TOKENS: '1000000' }

/** Returns the engines in these options, or the default ones. */
export const chooseEngines = ({ speech = scriptedSpeech(), llm = null }: TestServerOptions): Engines => ({ speech, llm })

/** Starts a server with a new database. Jobs and the live channel run. */
export async function startServer(options: TestServerOptions): Promise<StartedServer> {
  const { runsJobs = true, log = quietLog, disk, models, webDir = null } = options
  const engines = chooseEngines(options)
  const cluster = inject('cluster')
  const clock = new TestClock()
  const database = await createTestDatabase(cluster)
  const dataDir = await mkdtemp(join(cluster.dataDir, 'server-'))
  const config = readConfig({
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SIGN_UP: options.signUp ?? 'open',
    // The plan to which all rules apply: monthly minutes, and features it does not include.
    PLAN: 'starter',
    WELCOME: options.welcome ? 'on' : 'off',
    // The clock does not advance by itself, so a rate limit would never reset.
    CALLS_PER_MINUTE: '0',
    ...(options.llm && SCRIPTED_LLM_SETTINGS),
    ...options.settings,
  })
  const sentMails: Email[] = []
  const mail = { deliversTo: 'mail' as const, send: async (mail: Email) => void sentMails.push(mail) }
  const server = await createAppServer(
    { config, databaseUrl: database.url, databaseDir: dataDir, log, checksReplies: true, supervise: false, webDir },
    {
      clock,
      ...delegateTo(engines),
      mail,
      compute: options.compute ?? sharedCompute,
      hashCost: LOW_HASH_COST,
      jobPollInterval: JOB_POLL_INTERVAL,
      ...(disk && { disk: async () => disk() }),
      ...(models && { models }),
    },
  )
  await server.start({ processJobs: runsJobs })
  await server.listen()
  const initialEntries = new Set(await listEntries(dataDir))
  const close = async () => {
    await closeServer(server)
    await database[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, config, clock, sentMails, dataDir, openResponses: trackResponses(server), initialEntries, engines, close }
}

/** Returns engines for a server that delegate to those of the current test. */
function delegateTo(engines: Engines): Pick<Replacements, 'speech' | 'openLlm'> {
  const speech: SpeechEngine = {
    get id() {
      return engines.speech.id
    },
    get capabilities() {
      return engines.speech.capabilities
    },
    transcribe: (pcm, options) => engines.speech.transcribe(pcm, options),
    diarize: (pcm, options) => engines.speech.diarize(pcm, options),
    close: () => engines.speech.close(),
  }
  const llm: Llm = {
    get id() {
      return engines.llm?.id ?? ''
    },
    get contextTokens() {
      return engines.llm?.contextTokens ?? null
    },
    generate: (request) => {
      if (!engines.llm) throw new Error('the test has no language model')
      return engines.llm.generate(request)
    },
  }
  return { speech, ...(engines.llm && { openLlm: () => llm }) }
}

async function closeServer(server: Server): Promise<void> {
  const closing = server.close()
  // An unread response would delay closing for ten seconds on a clock that does not advance.
  await Promise.race([closing, systemClock.wait(CLOSE_TIMEOUT)])
  server.app.server.closeAllConnections()
  await closing
}

/** Returns the set of open responses, which changes with every request. */
function trackResponses({ app }: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>()
  app.server.on('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  return open
}

/** Returns every file and folder below `dir`, relative to it. */
export const listEntries = async (dir: string): Promise<string[]> => await readdir(dir, { recursive: true })
