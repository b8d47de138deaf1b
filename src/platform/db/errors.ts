/** True when an error has one of these system error codes (`ENOENT`, `EEXIST`, …) or SQLSTATEs. */
export const hasErrorCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)

/** True when a row could not be written because its account has just been removed (SQLSTATE 23503). */
export const isAccountRemoved = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  'constraint' in error &&
  String(error.constraint).endsWith('_user_id_fkey')

const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // shut down by an administrator
  '57P02', // crash of another process
  '57P03', // starting up or shutting down
  '25P03', // transaction idle for too long
  '53300', // too many connections
  '57P05', // session idle for too long
  '08006',
  '08003',
])
const UNAVAILABLE_MESSAGES = /connection terminated|connection ended|timeout exceeded when trying to connect|not queryable/i

/** True when a query failed because the database is down or restarting. The same query may succeed a moment later. */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // A missing socket and a missing file have the same code. Only the socket concerns the database.
  if (code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect')) return false
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGES.test(error.message)
}

/** True when PostgreSQL rolled this transaction back because of a deadlock (SQLSTATE 40P01). A retry succeeds. */
export const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'

/** True for a unique violation (SQLSTATE 23505); with `constraint`, only of that constraint. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint))
