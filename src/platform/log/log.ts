import { pino, type DestinationStream, type Logger } from 'pino'
import { describeError } from './describeError.ts'

/** Writes one line of JSON per event. Fastify takes it as its `loggerInstance`. */
export type Log = Logger

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Returns a log that writes to stdout or to `destination`. Secrets are redacted in the finished line at any depth. */
export const createLog = (options: { level?: LogLevel; destination?: DestinationStream } = {}): Log => {
  const settings = {
    level: options.level ?? 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
    hooks: { streamWrite: redactSecrets },
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}

/** Writes nothing. For tests and one-off commands. */
export const quietLog: Log = pino({ level: 'silent' })

const secretKeys = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwd',
  'secret',
  'client_?secret',
  'api_?-?key',
  'x-api-key',
  '(?:access|refresh|id|session|reset|csrf|setup)?_?token',
  '(?:auth|desktop)_code',
  '(?:bind_)?ticket',
  'verifier',
  'sig',
  'signature',
]
const secretField = new RegExp(String.raw`"(${secretKeys.join('|')})":("(?:[^"\\]|\\.)*"|\[[^\]]*\]|-?\d+)`, 'gi')
const secretInUrl =
  /([?&#](?:sig|signature|token|access_token|id_token|key|api_key|code|auth_code|state|ticket|bind|bind_ticket|setup|invitation|x-amz-[a-z-]+)=)[^&"\s\\#]+/gi
const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi
const passwordInUrl = /(\w:\/\/[^\s:/@"\\]*:)[^\s@"\\/]+(@)/g

/**
 * Redacts secrets in a finished line. A list of paths covers only a fixed depth, and a signed link may occur inside any sentence.
 * Keys count as well as values: `"password":"x"` is redacted anywhere.
 */
export const redactSecrets = (line: string): string =>
  line
    .split(unredactedEmail)
    .map((part, index) => (index % 2 === 1 ? part : redact(part)))
    .join('')

/**
 * Not redacted: the e-mail that is logged when no mail server is configured. The operator needs the code and the link in it
 * (mail/mail.ts).
 */
const unredactedEmail = /("emailText":"(?:[^"\\]|\\.)*")/

const redact = (line: string): string =>
  line
    .replace(secretField, '"$1":"[secret]"')
    .replace(secretInUrl, '$1[secret]')
    .replace(bearer, '$1 [secret]')
    .replace(passwordInUrl, '$1[secret]$2')

/** Returns the name, code and stack of an error whose message may quote content or names of users. */
export const withoutMessage = ({ name, stack = '', ...rest }: Error & { code?: unknown }): object => ({
  name,
  code: rest.code,
  at: stack.split('\n').filter((line) => /^\s+at /.test(line)),
})
