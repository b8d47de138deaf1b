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
