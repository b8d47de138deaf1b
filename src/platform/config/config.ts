import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Bytes, hours, MiB } from '#shared/units.ts'
import { type AppsConfig, appProblems, appSettings, appsConfig } from '#platform/config/appSettings.ts'
import {
  type BlobsConfig,
  blobProblems,
  blobSettings,
  blobsConfig,
  describeBlobs,
  type UploadsConfig,
  uploadSettings,
  uploadsConfig,
} from '#platform/config/storageSettings.ts'
import { ConfigError, readSettings } from '#platform/config/environment.ts'
import { type IdentityConfig, identityConfig, identityProblems, identitySettings } from '#platform/config/identitySettings.ts'
import {
  type InstanceMode,
  type PaymentsConfig,
  paymentProblems,
  paymentsConfig,
  paymentSettings,
} from '#platform/config/paymentSettings.ts'
import { type LlmConfig, llmConfig, llmProblems, llmSettings } from '#platform/config/llmSettings.ts'
import { type SiteConfig, siteConfig, siteProblems, siteSettings } from '#platform/config/siteSettings.ts'
import { logLevels } from '#platform/log/log.ts'

const port = wholeNumber(0, 65_535, 'a port number from 0 to 65535 (0 takes any free one)')
const url = (schemes: readonly string[], example: string) =>
  z.string().refine((text) => hasScheme(text, schemes), `must be an address such as ${example}`)
const postgresUrl = url(['postgres:', 'postgresql:', 'socket:'], 'postgresql://user@host:5432/earshot')
const webUrl = url(['http:', 'https:'], 'https://earshot.example.org')
const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

/**
 * All settings by the name of their environment variable. Each has a default or is optional. NAME_FILE names a file that contains
 * the value of NAME.
 */
const schema = z.object({
  PORT: port.default(4310),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  PUBLIC_URL: webUrl.optional(),
  EARSHOT_MODELS: z.string().optional(),
  ROLE: choice('all', 'api', 'worker').default('all'),
  LOG_LEVEL: choice(...logLevels).default('info'),
  SPEECH_BASE_URL: webUrl.optional(),
  SPEECH_API_KEY: z.string().optional(),
  SPEECH_MODEL: z.string().optional(),
  LIVE_WORDS: choice('on', 'off').default('on'),
  SPEECH_THREADS: wholeNumber(1, 256, 'a number of threads from 1 to 256').optional(),
  EARSHOT_SCRIPTED: choice('speech').optional(),
  SIGN_UP: choice('closed', 'invite', 'open').default('closed'),
  PLAN: choice('none', 'starter', 'pro', 'unlimited').default('unlimited'),
  REGION: choice('global', 'cn').default('global'),
  ...identitySettings,
  ...appSettings,
  ...llmSettings,
  ...paymentSettings,
  ...siteSettings,
  ...uploadSettings,
  ...blobSettings,
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: z.string().optional(),
  TRUSTED_PROXIES: z.string().optional(),
  CALLS_PER_MINUTE: wholeNumber(0, 1_000_000, 'a number of calls, 0 for no limit').default(600),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, 'a number of connections, 0 for no limit').default(500),
  TELEMETRY: choice('on', 'off').default('on'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional(),
  COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes such as DE,FR')
    .transform((codes) => codes.split(','))
    .optional(),
  MOVED_TO: webUrl.optional(),
  BACKUP_BEFORE_MIGRATION: choice('on', 'off').default('on'),
  DISK_RESERVE_MB: wholeNumber(0, 65_536, 'a number of megabytes up to 65536, 0 for none').default(256),
  PRIVACY_VERSION: z
    .string()
    .regex(/^[\w.-]{1,32}$/, 'must be a version such as 2026-11')
    .default('2026-11'),
  WELCOME: choice('on', 'off').default('on'),
  TRASH_DAYS: wholeNumber(0, 3650, 'a number of days up to 3650, 0 to keep it until the trash is emptied by hand').default(30),
  NODE_ENV: z.string().optional(),
  PUID: wholeNumber(1, 4_294_967_294, 'a user id above 0').optional(),
  PGID: wholeNumber(1, 4_294_967_294, 'a group id above 0').optional(),
})

/** The configuration of the process. It is read once at the start and passed on. */
export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute path. Contains the database cluster, blobs, secrets and models unless configured otherwise. */
  readonly dataDir: string
  /** Null for the embedded PostgreSQL under `dataDir`. */
  readonly databaseUrl: string | null
  /** For LISTEN, locks and migrations, which do not work through a pooler in transaction mode. Defaults to `databaseUrl`. */
  readonly databaseDirectUrl: string | null
  /** The URL under which users reach the server, without a trailing slash. */
  readonly publicUrl: string
  /** False when PUBLIC_URL is not set. Links then use the host name of the request. */
  readonly hasPublicUrl: boolean
  /** A folder or the URL of a mirror for speech models (EARSHOT_MODELS). Null for the default sources. */
  readonly models: string | null
  /** The language model as the environment sets it. What the operator sets in the page is in the database. */
  readonly llm: LlmConfig
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: (typeof logLevels)[number]
  readonly speechThreads: number
  /** Whether the words of a recording can be shown while it is made. */
  readonly liveWords: boolean
  /** A server with the OpenAI transcription API that transcribes instead of this machine. Null for none. */
  readonly speechServer: { readonly baseUrl: string; readonly apiKey: string | null; readonly model: string } | null
  /** Tests only: which mechanisms are replaced by scripted ones. */
  readonly scripted: { readonly speech: boolean }
  /** Who may create an account after the first one: no one, invited people, or anyone. */
  readonly signUp: 'closed' | 'invite' | 'open'
  /** The plan of new accounts. Existing accounts keep theirs. */
  readonly plan: 'none' | 'starter' | 'pro' | 'unlimited'
  /** Which of the two builds this server is (A§1): it decides the list of languages and how people pay. */
  readonly region: 'global' | 'cn'
  readonly instanceMode: InstanceMode
  /** How plans and minutes are paid; with `none` nothing can be bought. */
  readonly payments: PaymentsConfig
  readonly identity: IdentityConfig
  /** Third-party programs that users may authorize. */
  readonly apps: AppsConfig
  /** What the operator publishes about this server. */
  readonly site: SiteConfig
  /** How e-mails are sent. When `url` is null they are printed in the log. */
  readonly mail: { readonly url: string | null; readonly from: string }
  /** Addresses and networks of proxies that are trusted to name the client's address (TRUSTED_PROXIES), in Fastify's format. */
  readonly trustedProxies: string | null
  /** Calls per user and minute over all routes; 0 for no limit. */
  readonly callsPerMinute: number
  /** Open connections per client address; 0 for no limit. */
  readonly connectionsPerAddress: number
  /** Whether usage of the page is counted in the database of this server. */
  readonly telemetry: boolean
  /** The header in which a trusted proxy sends the client's country. Null when there is none. */
  readonly countryHeader: string | null
  /** Countries that are served; null for all. Requires `countryHeader`. */
  readonly countries: readonly string[] | null
  /** The new address of the service. When set, every call returns status -9999 (A§8). */
  readonly movedTo: string | null
  /** Version of the current privacy policy. Every user is asked to accept a new version. */
  readonly privacyVersion: string
  /** Whether a new account starts with the sample recording. */
  readonly welcome: boolean
  /**
   * Days after which recordings in the trash are deleted, unless the user chose another number. Null: only when the trash is
   * emptied.
   */
  readonly trashDays: number | null
  readonly uploads: UploadsConfig
  /** Size of the file beside the embedded PostgreSQL that is deleted when the disk is full. 0 for no such file. */
  readonly diskReserve: Bytes
  /** Saves the built-in database before a new version changes it. */
  readonly backupBeforeMigration: boolean
  /** Where audio is stored. */
  readonly blobs: BlobsConfig
  /** Whether replies are validated against their contracts (NODE_ENV=development). */
  readonly checksReplies: boolean
  /** Account that runs PostgreSQL when the server is started as root and user namespaces are forbidden (PUID, PGID). */
  readonly runAs: { readonly uid: number; readonly gid: number } | null
}

/** Reads an environment record. Throws ConfigError with all problems at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const { settings, problems } = readSettings(env, Object.keys(schema.shape))
  const parsed = schema.safeParse(settings)
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`))
  else problems.push(...crossFieldProblems(parsed.data))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toConfig(parsed.data)
}

/** Describes the effective settings for the log at the start, without keys and passwords. */
export const describeConfig = (config: Config): Record<string, string | number | boolean> => ({
  port: config.port,
  host: config.host,
  dataDir: config.dataDir,
  database: config.databaseUrl === null ? 'our own PostgreSQL in the data folder' : redactUrl(config.databaseUrl),
  ...(config.databaseDirectUrl !== config.databaseUrl && config.databaseDirectUrl !== null
    ? { databaseDirect: redactUrl(config.databaseDirectUrl) }
    : {}),
  publicUrl: config.publicUrl,
  models: config.models === null ? 'the usual sources' : redactUrl(config.models),
  llm: config.llm.server === null ? 'not set by the environment' : redactUrl(config.llm.server.baseUrl),
  llmKey: config.llm.server?.apiKey ? 'given' : 'none',
  llmModel: config.llm.server?.model ?? 'not named',
  embedding: config.llm.embedding === null ? 'not set by the environment' : redactUrl(config.llm.embedding.baseUrl),
  embeddingKey: config.llm.embedding?.apiKey ? 'given' : 'none',
  embeddingModel: config.llm.embedding?.model ?? 'not named',
  role: config.role,
  logLevel: config.logLevel,
  speechThreads: config.speechThreads,
  liveWords: config.liveWords,
  speechServer: config.speechServer === null ? 'none' : redactUrl(config.speechServer.baseUrl),
  speechServerKey: config.speechServer?.apiKey ? 'given' : 'none',
  scriptedSpeech: config.scripted.speech,
  signUp: config.signUp,
  plan: config.plan,
  region: config.region,
  instanceMode: config.instanceMode,
  payments: config.payments.provider,
  identityProviders: config.identity.map(({ id }) => id).join(', ') || 'none',
  zapier: config.apps.zapier === null ? 'not set up' : 'set up',
  operator: config.site.operator.name ?? 'not named',
  feedback: config.site.feedback?.url ?? 'none',
  downloads: config.site.downloads ?? 'none',
  assets: config.site.assets ?? 'from here',
  api: config.site.api ?? 'here',
  announcement: config.site.announcement?.id ?? 'none',
  mail: config.mail.url === null ? 'printed in this log' : redactUrl(config.mail.url),
  trustedProxies: config.trustedProxies ?? 'none',
  callsPerMinute: config.callsPerMinute,
  connectionsPerAddress: config.connectionsPerAddress,
  telemetry: config.telemetry,
  countries: config.countries?.join(', ') ?? 'all',
  movedTo: config.movedTo ?? 'nowhere',
  privacyVersion: config.privacyVersion,
  welcome: config.welcome,
  trashDays: config.trashDays ?? 'kept',
  sound: describeBlobs(config.blobs),
  diskReserve: `${config.diskReserve / MiB} MB`,
  backupBeforeMigration: config.backupBeforeMigration,
  uploadLimit: `${config.uploads.maxBytes / MiB} MB`,
  uploadsKept: `${config.uploads.resumableFor / hours(1)} h`,
  storageLimit: config.uploads.maxStored === null ? 'none' : `${config.uploads.maxStored / MiB} MB`,
})

function toConfig(settings: z.infer<typeof schema>): Config {
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
    publicUrl: (settings.PUBLIC_URL ?? defaultPublicUrl(settings.HOST, settings.PORT)).replace(/\/+$/, ''),
    hasPublicUrl: settings.PUBLIC_URL !== undefined,
    models: settings.EARSHOT_MODELS ?? null,
    llm: llmConfig(settings),
    role: settings.ROLE,
    logLevel: settings.LOG_LEVEL,
    // One core stays free for the API. More than eight threads do not speed up a single recording.
    speechThreads: settings.SPEECH_THREADS ?? Math.max(1, Math.min(8, availableParallelism() - 1)),
    liveWords: settings.LIVE_WORDS === 'on',
    speechServer: speechServer(settings),
    scripted: { speech: settings.EARSHOT_SCRIPTED === 'speech' },
    signUp: settings.SIGN_UP,
    plan: settings.PLAN,
    region: settings.REGION,
    instanceMode: settings.INSTANCE_MODE,
    payments: paymentsConfig(settings),
    identity: identityConfig(settings),
    apps: appsConfig(settings),
    site: siteConfig(settings),
    mail: { url: settings.SMTP_URL ?? null, from: settings.MAIL_FROM ?? 'Earshot <earshot@localhost>' },
    trustedProxies: settings.TRUSTED_PROXIES ?? null,
    callsPerMinute: settings.CALLS_PER_MINUTE,
    connectionsPerAddress: settings.CONNECTIONS_PER_ADDRESS,
    telemetry: settings.TELEMETRY === 'on',
    countryHeader: settings.COUNTRY_HEADER ?? null,
    countries: settings.COUNTRIES ?? null,
    movedTo: settings.MOVED_TO ?? null,
    privacyVersion: settings.PRIVACY_VERSION,
    welcome: settings.WELCOME === 'on',
    trashDays: settings.TRASH_DAYS === 0 ? null : settings.TRASH_DAYS,
    uploads: uploadsConfig(settings),
    diskReserve: settings.DISK_RESERVE_MB * MiB,
    backupBeforeMigration: settings.BACKUP_BEFORE_MIGRATION === 'on',
    blobs: blobsConfig(settings),
    checksReplies: settings.NODE_ENV === 'development',
    runAs: settings.PUID === undefined ? null : { uid: settings.PUID, gid: settings.PGID ?? settings.PUID },
  }
}

function crossFieldProblems(settings: z.infer<typeof schema>): string[] {
  const problems: string[] = []
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL) problems.push('DATABASE_DIRECT_URL also needs DATABASE_URL.')
  if (settings.PGID !== undefined && settings.PUID === undefined) problems.push('PGID also needs PUID.')
  if (settings.SMTP_URL && !settings.MAIL_FROM) problems.push('SMTP_URL also needs MAIL_FROM, the sender address.')
  if (settings.COUNTRIES && !settings.COUNTRY_HEADER) problems.push('COUNTRIES also needs COUNTRY_HEADER.')
  // Without a trusted proxy no country would be known, and every client would be locked out.
  if (settings.COUNTRIES && !settings.TRUSTED_PROXIES)
    problems.push('COUNTRIES also needs TRUSTED_PROXIES, the proxy that sets the country.')
  problems.push(
    ...identityProblems(settings),
    ...appProblems(settings),
    ...siteProblems(settings),
    ...blobProblems(settings),
    ...llmProblems(settings),
    ...paymentProblems(settings),
  )
  for (const name of ['SPEECH_API_KEY', 'SPEECH_MODEL'] as const)
    if (settings[name] && !settings.SPEECH_BASE_URL) problems.push(`${name} also needs SPEECH_BASE_URL.`)
  return problems
}

/** `whisper-1` is the name that most servers with this API accept. */
function speechServer({ SPEECH_BASE_URL: url, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model }: z.infer<typeof schema>) {
  return url === undefined ? null : { baseUrl: url.replace(/\/+$/, ''), apiKey: apiKey ?? null, model: model ?? 'whisper-1' }
}

function wholeNumber(min: number, max: number, description: string) {
  const message = `must be ${description}`
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message))
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => text.startsWith(scheme)) && URL.canParse(text)
}

function defaultPublicUrl(host: string, portNumber: number): string {
  const listensOnAll = host === '0.0.0.0' || host === '::'
  const name = listensOnAll ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${portNumber}`
}

function redactUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const redacted = new URL(text)
  if (redacted.password) redacted.password = '***'
  for (const name of new Set(redacted.searchParams.keys())) if (name !== 'host') redacted.searchParams.set(name, '***')
  return redacted.toString()
}
