/** An error in the form in which it is logged. */
export type DescribedError = {
  readonly type: string
  readonly message: string
  readonly stack?: string
  readonly cause?: DescribedError
} & Readonly<Record<string, unknown>>

/** Properties that describe the failure and never contain content of users. */
const PROPERTIES = [
  'code',
  'kind',
  'reason',
  'errno',
  'syscall',
  'signal',
  'limit',
  'status',
  'statusCode',
  'httpStatus',
  'responseCode',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'severity',
  'provider',
  'command',
] as const

const MAX_CAUSES = 3
const MAX_MESSAGE = 500
const MAX_FRAMES = 12

/**
 * Returns the parts of an error that may be logged. Libraries add more to their errors: the values of a statement, the request to a
 * language model, the addresses of an e-mail, the text that could not be parsed.
 */
export function describeError(error: unknown, causes = MAX_CAUSES): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '' }
  const known = Object.fromEntries(PROPERTIES.flatMap((name) => readProperty(error, name)))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const message = safeMessage(error)
  const hasCause = causes > 0 && error.cause instanceof Error
  return {
    type: error.name,
    message,
    ...known,
    stack: [`${error.name}: ${message}`, ...frames.slice(0, MAX_FRAMES)].join('\n'),
    ...(hasCause && { cause: describeError(error.cause, causes - 1) }),
  }
}

function readProperty(error: Error, name: string): [string, string | number | boolean][] {
  const value: unknown = Reflect.get(error, name)
  if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
  return typeof value === 'string' && value.length <= 100 ? [[name, withoutAddresses(value)]] : []
}

/** Returns the message without quoted texts. */
function safeMessage(error: Error): string {
  const { message } = error
  const isOfDatabase = 'severity' in error && 'routine' in error
  if (isOfDatabase) return withoutValues(message)
  // Syntax errors quote the text that could not be parsed: JSON or a pattern.
  if (error instanceof SyntaxError) return message.replace(/["'`/:].*$/s, '…').slice(0, MAX_MESSAGE)
  if ('issues' in error && Array.isArray(error.issues)) return describeIssues(error.issues)
  return withoutAddresses(message).slice(0, MAX_MESSAGE)
}

/** Returns a message of PostgreSQL without quoted values. */
export const withoutValues = (message: string): string => withoutAddresses(withoutQuotedValues(message))

/** Names of tables, columns and constraints are quoted too, but contain only letters, digits and underscores. */
const withoutQuotedValues = (message: string): string =>
  message.replace(/"([^"]*)"/g, (quoted, value: string) => (isValueOf(message, value) ? '"…"' : quoted))

const isValueOf = (message: string, value: string): boolean =>
  !/^\w+$/.test(value) || /invalid input|out of range|malformed|not valid|does not match/i.test(message)

const withoutAddresses = (text: string): string => text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, '[address]')

/** Describes the issues of a zod error: the paths and codes, without values. */
function describeIssues(issues: readonly unknown[]): string {
  const parts = issues.slice(0, 10).map((issue) => {
    const { code, path } = issue as { code?: unknown; path?: unknown }
    const place = Array.isArray(path) ? path.map((part) => (typeof part === 'number' ? '#' : String(part))).join('.') : ''
    return `${String(code)} at ${place.slice(0, 100)}`
  })
  return `invalid: ${parts.join('; ')}`
}
