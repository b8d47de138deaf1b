import { resolve } from 'node:path'
import { z } from 'zod'
import { address, choice, text, webAddress, wholeNumber } from '#platform/config/settingTypes.ts'
import { logLevels } from '#platform/log/log.ts'

const database = address(['postgres:', 'postgresql:', 'socket:'], 'postgresql://user@host:5432/earshot')

/** Network: where the server is reached, and by which clients. */
export const networkSettings = {
  PORT: wholeNumber(0, 65_535, 'a port number from 0 to 65535 (0 takes any free one)')
    .default(4310)
    .describe('port to listen on; 0 takes any free one'),
  HOST: z.string().default('127.0.0.1').describe('address to listen on; `0.0.0.0` for all'),
  PUBLIC_URL: webAddress('https://earshot.example.org').optional().meta({
    description:
      'address under which people reach the server, such as `https://earshot.example.org`; behind a proxy it must be set',
    unset: 'the address of the request',
  }),
  TRUSTED_PROXIES: text.describe('addresses and networks of proxies that may report the address of a client'),
  CALLS_PER_MINUTE: wholeNumber(0, 1_000_000, 'a number of calls, 0 for no limit')
    .default(600)
    .describe('API calls per user and minute; 0 for no limit'),
  CONNECTIONS_PER_ADDRESS: wholeNumber(0, 1_000_000, 'a number of connections, 0 for no limit')
    .default(500)
    .describe(
      'open connections per address (or IPv6 /56 network); more get 429; 0 for no limit. Behind a proxy, set `TRUSTED_PROXIES`: requests are then counted by the address of the client',
    ),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .transform((name) => name.toLowerCase())
    .optional()
    .describe('header in which a trusted proxy sends the country of a client'),
  COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be country codes such as DE,FR')
    .transform((codes) => codes.split(','))
    .optional()
    .meta({ description: 'countries that are served, such as `DE,FR`; needs `COUNTRY_HEADER`', unset: 'all' }),
  MOVED_TO: webAddress('https://earshot.example.org').optional().describe('new address of this server, shown to everyone'),
}

/** Where data is stored, and for how long. */
export const dataSettings = {
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((path) => resolve(path))
    .describe('folder of database, audio and keys'),
  DATABASE_URL: database.optional().meta({
    description:
      'PostgreSQL 15 or later with its extensions `btree_gin` and `pg_trgm`, which the owner of the database may create',
    unset: 'built-in PostgreSQL',
  }),
  DATABASE_DIRECT_URL: database.optional().meta({
    description: 'direct address of the same database when `DATABASE_URL` is a connection pooler',
    unset: '`DATABASE_URL`',
  }),
  BACKUP_BEFORE_MIGRATION: choice('on', 'off')
    .default('on')
    .describe(
      '`off`: a new version changes the built-in database without saving it first into `DATA_DIR/backups` ([0088](decisions/0088-backup-before-migration.md))',
    ),
  DISK_RESERVE_MB: wholeNumber(0, 65_536, 'a number of megabytes up to 65536, 0 for none')
    .default(256)
    .describe(
      'size of a reserve file that is deleted when the disk is full, so that the built-in database can continue; 0 for none ([0035](decisions/0035-disk-space.md))',
    ),
  TRASH_DAYS: wholeNumber(0, 3650, 'a number of days up to 3650, 0 to keep it until the trash is emptied by hand')
    .default(30)
    .describe(
      'days in the trash before recordings are deleted forever, unless the user chooses otherwise; 0: until the user empties it',
    ),
}

export const speechSettings = {
  EARSHOT_MODELS: text.meta({
    description:
      'another folder laid out like `models/`, or the URL of a mirror; `earshot models add` looks there before it asks the makers of the models',
    unset: './models',
  }),
  SPEECH_THREADS: wholeNumber(1, 256, 'a number of threads from 1 to 256')
    .optional()
    .meta({ description: 'threads for speech recognition', unset: 'cores minus one, at most 8' }),
  LIVE_WORDS: choice('on', 'off')
    .default('on')
    .describe(
      '`off`: no words while a recording is made. They need 0.4 GB and a quarter of a core, or send about three times the audio to `SPEECH_BASE_URL`',
    ),
  SPEECH_BASE_URL: webAddress('https://earshot.example.org')
    .optional()
    .describe('a server with the OpenAI transcription API that transcribes instead of this machine; recordings are sent there'),
  SPEECH_API_KEY: text.describe('key for `SPEECH_BASE_URL`'),
  SPEECH_MODEL: text.meta({ description: 'model at `SPEECH_BASE_URL`', unset: 'whisper-1' }),
}

/** Accounts: who may sign up, the default plan, and e-mail. */
export const accountSettings = {
  SIGN_UP: choice('closed', 'invite', 'open')
    .default('closed')
    .describe('who can create an account after the first: `closed`: no one, `invite`: invited people, `open`: anyone'),
  PLAN: choice('none', 'starter', 'pro', 'unlimited')
    .default('unlimited')
    .describe(
      'plan of new accounts: `unlimited`, `pro` (1,200 minutes a month), `starter` (300 minutes, without the features of pro) or `none` (no uploads until `earshot grants` or a code gives a plan). Existing accounts keep theirs',
    ),
  WELCOME: choice('on', 'off').default('on').describe('`off`: no sample recording for new accounts'),
  PRIVACY_VERSION: z
    .string()
    .regex(/^[\w.-]{1,32}$/, 'must be a version such as 2026-11')
    .default('2026-11')
    .describe('a new value asks everyone to agree to the privacy policy again'),
  TELEMETRY: choice('on', 'off').default('on').describe('`off` disables analytics, which stay in your own database for 90 days'),
  SMTP_URL: address(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org')
    .optional()
    .describe(
      'mail server for sign-in codes, such as `smtps://user:password@mail.example.org`; without it, codes are written to the log',
    ),
  MAIL_FROM: text.describe('sender of e-mails; needed with `SMTP_URL`'),
}

export const processSettings = {
  ROLE: choice('all', 'api', 'worker').default('all').describe('`api` or `worker` runs only that part'),
  LOG_LEVEL: choice(...logLevels)
    .default('info')
    .describe('least important messages in the log: JSON lines on stdout'),
  PUID: wholeNumber(1, 4_294_967_294, 'a user id above 0')
    .optional()
    .describe(
      'user id under which the built-in PostgreSQL runs when the server is started as root and user namespaces are forbidden',
    ),
  PGID: wholeNumber(1, 4_294_967_294, 'a group id above 0')
    .optional()
    .meta({ description: 'group id that goes with `PUID`', unset: '`PUID`' }),
  NODE_ENV: text.describe('`development`: replies are compared with their contracts'),
  EARSHOT_SCRIPTED: choice('speech').optional().describe('`speech`: tests only, replaces speech recognition'),
}
