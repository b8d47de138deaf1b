import { availableParallelism } from 'node:os'
import { type Bytes, hours, MiB } from '#shared/units.ts'
import { type AppsConfig, appProblems, appsConfig } from '#platform/config/appSettings.ts'
import {
  type BlobsConfig,
  blobProblems,
  blobsConfig,
  describeBlobs,
  type UploadsConfig,
  uploadsConfig,
} from '#platform/config/storageSettings.ts'
import { ConfigError, readSettings } from '#platform/config/environment.ts'
import { type IdentityConfig, identityConfig, identityProblems } from '#platform/config/identitySettings.ts'
import { type InstanceMode, type PaymentsConfig, paymentProblems, paymentsConfig } from '#platform/config/paymentSettings.ts'
import { type LlmConfig, llmConfig, llmProblems } from '#platform/config/llmSettings.ts'
import { withoutTrailingSlashes } from '#platform/config/settingTypes.ts'
import { type Settings, settingsSchema } from '#platform/config/settings.ts'
import { type SiteConfig, siteConfig, siteProblems } from '#platform/config/siteSettings.ts'
import type { logLevels } from '#platform/log/log.ts'

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
  /** Whether a preview of the words is shown during a recording. */
  readonly liveWords: boolean
  /** A server with the OpenAI transcription API that transcribes instead of this machine. Null when not configured. */
  readonly speechServer: { readonly baseUrl: string; readonly apiKey: string | null; readonly model: string } | null
  /** For tests: mechanisms that are replaced by scripted ones. */
  readonly scripted: { readonly speech: boolean }
  /** Who may create an account after the first one: no one, invited people, or anyone. */
  readonly signUp: 'closed' | 'invite' | 'open'
  /** The plan of new accounts. Existing accounts keep theirs. */
  readonly plan: 'none' | 'starter' | 'pro' | 'unlimited'
  /** The build of this server (A§1). It decides the list of languages and the payment methods. */
  readonly region: 'global' | 'cn'
  readonly instanceMode: InstanceMode
  /** How plans and minutes are paid for. With `none`, nothing can be bought. */
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
  /** Size of the reserve file beside the embedded PostgreSQL, which is deleted when the disk is full. 0 for none. */
  readonly diskReserve: Bytes
  /** Whether the embedded database is backed up before a new version migrates it. */
  readonly backupBeforeMigration: boolean
  /** Where audio is stored. */
  readonly blobs: BlobsConfig
  /** Whether replies are validated against their contracts (NODE_ENV=development). */
  readonly checksReplies: boolean
  /** Account that runs PostgreSQL when the server runs as root and user namespaces are forbidden (PUID, PGID). */
  readonly runAs: { readonly uid: number; readonly gid: number } | null
}

/** Reads an environment record. Throws ConfigError with all problems at once. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const { settings, problems } = readSettings(env, Object.keys(settingsSchema.shape))
  const parsed = settingsSchema.safeParse(settings)
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`))
  else problems.push(...crossFieldProblems(parsed.data))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return toConfig(parsed.data)
}

/** Returns the effective settings for the startup log, without keys and passwords. */
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

function toConfig(settings: Settings): Config {
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? null,
    publicUrl: withoutTrailingSlashes(settings.PUBLIC_URL ?? defaultPublicUrl(settings.HOST, settings.PORT)),
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

function crossFieldProblems(settings: Settings): string[] {
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
function speechServer({ SPEECH_BASE_URL: url, SPEECH_API_KEY: apiKey, SPEECH_MODEL: model }: Settings) {
  return url === undefined ? null : { baseUrl: withoutTrailingSlashes(url), apiKey: apiKey ?? null, model: model ?? 'whisper-1' }
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
