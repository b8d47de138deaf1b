/** True when a row could not be written because the account it belongs to has just been removed (SQLSTATE 23503). */
export const isOrphan = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23503' &&
  'constraint' in error &&
  String(error.constraint).endsWith('_user_id_fkey')
