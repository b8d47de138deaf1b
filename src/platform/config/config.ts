import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Bytes, hours, MiB } from '#kit/units.ts'
import { type AppsConfig, appProblems, appSettings, appsConfig } from '#platform/config/appSettings.ts'
import { type BlobsConfig, blobProblems, blobSettings, blobsConfig, describeBlobs } from '#platform/config/blobSettings.ts'
import { ConfigError } from '#platform/config/ConfigError.ts'
import { type IdentityConfig, identityConfig, identityProblems, identitySettings } from '#platform/config/identitySettings.ts'
import { settingsFrom } from '#platform/config/settingsFrom.ts'
import { type SiteConfig, siteConfig, siteProblems, siteSettings } from '#platform/config/siteSettings.ts'
import { type UploadsConfig, uploadSettings, uploadsConfig } from '#platform/config/uploadSettings.ts'
import { logLevels } from '#platform/log/log.ts'

const port = whole(0, 65_535, 'a port number from 0 to 65535 (0 takes any free one)')
const url = (schemes: readonly string[], example: string) =>
  z.string().refine((text) => hasScheme(text, schemes), `must be an address such as ${example}`)
const postgresUrl = url(['postgres:', 'postgresql:', 'socket:'], 'postgresql://user@host:5432/earshot')
const webUrl = url(['http:', 'https:'], 'https://earshot.example.org')
const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`)

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
  LLM_BASE_URL: webUrl.optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  ROLE: oneOf('all', 'api', 'worker').default('all'),
  LOG_LEVEL: oneOf(...logLevels).default('info'),
  SPEECH_THREADS: whole(1, 256, 'a number of threads from 1 to 256').optional(),
  EARSHOT_SCRIPTED: oneOf('speech').optional(),
  SIGN_UP: oneOf('closed', 'invite', 'open').default('closed'),
  ...identitySettings,
  ...appSettings,
  ...siteSettings,
  ...uploadSettings,
  ...blobSettings,
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org').optional(),
  MAIL_FROM: z.string().optional(),
  TRUSTED_PROXIES: z.string().optional(),
  CALLS_PER_MINUTE: whole(0, 1_000_000, 'a number of calls, 0 for no limit').default(600),
  CONNECTIONS_PER_ADDRESS: whole(0, 1_000_000, 'a number of connections, 0 for no limit').default(500),
  TELEMETRY: oneOf('on', 'off').default('on'),
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
  DISK_RESERVE_MB: whole(0, 65_536, 'a number of megabytes up to 65536, 0 for none').default(256),
  PRIVACY_VERSION: z
    .string()
    .regex(/^[\w.-]{1,32}$/, 'must be a version such as 2026-11')
    .default('2026-11'),
  WELCOME: oneOf('on', 'off').default('on'),
  TRASH_DAYS: whole(0, 3650, 'a number of days up to 3650, 0 for as long as nobody empties it').default(30),
  NODE_ENV: z.string().optional(),
  PUID: whole(1, 4_294_967_294, 'a user id above 0').optional(),
  PGID: whole(1, 4_294_967_294, 'a group id above 0').optional(),
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
  readonly llm: { readonly baseUrl: string | null; readonly apiKey: string | null; readonly model: string | null }
  readonly role: 'all' | 'api' | 'worker'
  readonly logLevel: (typeof logLevels)[number]
  readonly speechThreads: number
  /** Tests only: which mechanisms are replaced by scripted ones. */
  readonly scripted: { readonly speech: boolean }
  /** Who may create an account after the first one: nobody, invited people, or anyone. */
  readonly signUp: 'closed' | 'invite' | 'open'
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
  /** Where audio is stored. */
  readonly blobs: BlobsConfig
  /** Whether replies are validated against their contracts (NODE_ENV=development). */
  readonly checksReplies: boolean
  /** Account that runs PostgreSQL when the server is started as root and user namespaces are forbidden (PUID, PGID). */
  readonly runAs: { readonly uid: number; readonly gid: number } | null
}

/** Reads an environment record. Throws ConfigError with all problems at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const { settings, problems } = settingsFrom(env, Object.keys(schema.shape))
  const parsed = schema.safeParse(settings)
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`))
  else problems.push(...problemsBetween(parsed.data))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toConfig(parsed.data)
}

/** Describes the effective settings for the log at the start, without keys and passwords. */
export const describeConfig = (config: Config): Record<string, string | number | boolean> => ({
  port: config.port,
  host: config.host,
  dataDir: config.dataDir,
  database: config.databaseUrl === null ? 'our own PostgreSQL in the data folder' : withoutSecrets(config.databaseUrl),
  ...(config.databaseDirectUrl !== config.databaseUrl && config.databaseDirectUrl !== null
    ? { databaseDirect: withoutSecrets(config.databaseDirectUrl) }
    : {}),
  publicUrl: config.publicUrl,
  models: config.models === null ? 'the usual sources' : withoutSecrets(config.models),
  llm: config.llm.baseUrl === null ? 'none' : withoutSecrets(config.llm.baseUrl),
  llmKey: config.llm.apiKey === null ? 'none' : 'given',
  llmModel: config.llm.model ?? 'not named',
  role: config.role,
  logLevel: config.logLevel,
  speechThreads: config.speechThreads,
  scriptedSpeech: config.scripted.speech,
  signUp: config.signUp,
  identityProviders: config.identity.map(({ id }) => id).join(', ') || 'none',
  zapier: config.apps.zapier === null ? 'not set up' : 'set up',
  operator: config.site.operator.name ?? 'not named',
  downloads: config.site.downloads ?? 'none',
  assets: config.site.assets ?? 'from here',
  announcement: config.site.announcement?.id ?? 'none',
  mail: config.mail.url === null ? 'printed in this log' : withoutSecrets(config.mail.url),
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
  uploadLimit: `${config.uploads.mostBytes / MiB} MB`,
  uploadsKept: `${config.uploads.keptFor / hours(1)} h`,
  storageLimit: config.uploads.mostStored === null ? 'none' : `${config.uploads.mostStored / MiB} MB`,
})

function toConfig(s: z.infer<typeof schema>): Config {
  return {
    port: s.PORT,
    host: s.HOST,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL ?? null,
    databaseDirectUrl: s.DATABASE_DIRECT_URL ?? s.DATABASE_URL ?? null,
    publicUrl: (s.PUBLIC_URL ?? addressOf(s.HOST, s.PORT)).replace(/\/+$/, ''),
    hasPublicUrl: s.PUBLIC_URL !== undefined,
    models: s.EARSHOT_MODELS ?? null,
    llm: { baseUrl: s.LLM_BASE_URL?.replace(/\/+$/, '') ?? null, apiKey: s.LLM_API_KEY ?? null, model: s.LLM_MODEL ?? null },
    role: s.ROLE,
    logLevel: s.LOG_LEVEL,
    // One core stays free for the API. More than eight threads do not speed up a single recording.
    speechThreads: s.SPEECH_THREADS ?? Math.max(1, Math.min(8, availableParallelism() - 1)),
    scripted: { speech: s.EARSHOT_SCRIPTED === 'speech' },
    signUp: s.SIGN_UP,
    identity: identityConfig(s),
    apps: appsConfig(s),
    site: siteConfig(s),
    mail: { url: s.SMTP_URL ?? null, from: s.MAIL_FROM ?? 'Earshot <earshot@localhost>' },
    trustedProxies: s.TRUSTED_PROXIES ?? null,
    callsPerMinute: s.CALLS_PER_MINUTE,
    connectionsPerAddress: s.CONNECTIONS_PER_ADDRESS,
    telemetry: s.TELEMETRY === 'on',
    countryHeader: s.COUNTRY_HEADER ?? null,
    countries: s.COUNTRIES ?? null,
    movedTo: s.MOVED_TO ?? null,
    privacyVersion: s.PRIVACY_VERSION,
    welcome: s.WELCOME === 'on',
    trashDays: s.TRASH_DAYS === 0 ? null : s.TRASH_DAYS,
    uploads: uploadsConfig(s),
    diskReserve: s.DISK_RESERVE_MB * MiB,
    blobs: blobsConfig(s),
    checksReplies: s.NODE_ENV === 'development',
    runAs: s.PUID === undefined ? null : { uid: s.PUID, gid: s.PGID ?? s.PUID },
  }
}

function problemsBetween(s: z.infer<typeof schema>): string[] {
  const problems: string[] = []
  if (s.DATABASE_DIRECT_URL && !s.DATABASE_URL) problems.push('DATABASE_DIRECT_URL needs DATABASE_URL beside it.')
  if (s.PGID !== undefined && s.PUID === undefined) problems.push('PGID needs PUID beside it.')
  if (s.SMTP_URL && !s.MAIL_FROM) problems.push('SMTP_URL needs MAIL_FROM beside it: the address letters come from.')
  if (s.COUNTRIES && !s.COUNTRY_HEADER) problems.push('COUNTRIES needs COUNTRY_HEADER beside it.')
  // Without a trusted proxy no country would be known, and every client would be locked out.
  if (s.COUNTRIES && !s.TRUSTED_PROXIES)
    problems.push('COUNTRIES needs TRUSTED_PROXIES beside it: the proxy that names the country.')
  problems.push(...identityProblems(s), ...appProblems(s), ...siteProblems(s), ...blobProblems(s))
  if (s.LLM_API_KEY && !s.LLM_BASE_URL) problems.push('LLM_API_KEY needs LLM_BASE_URL beside it.')
  return problems
}

function whole(least: number, most: number, what: string) {
  const says = `must be ${what}`
  return z.string().regex(/^\d+$/, says).transform(Number).pipe(z.number().min(least, says).max(most, says))
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => text.startsWith(scheme)) && URL.canParse(text)
}

function addressOf(host: string, onPort: number): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${onPort}`
}

function withoutSecrets(text: string): string {
  if (!URL.canParse(text)) return text
  const shown = new URL(text)
  if (shown.password) shown.password = '***'
  for (const name of new Set(shown.searchParams.keys())) if (name !== 'host') shown.searchParams.set(name, '***')
  return shown.toString()
}
