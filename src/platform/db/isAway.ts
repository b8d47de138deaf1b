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
  // A missing file has the same code as a missing socket; only the socket belongs to the database.
  if (code === 'ENOENT' && !('syscall' in error && error.syscall === 'connect')) return false
  return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_MESSAGES.test(error.message)
}
