/** True when an insert or update met a row that is already there (SQLSTATE 23505); with `constraint`, only for that one. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === '23505' &&
  (constraint === undefined || ('constraint' in error && error.constraint === constraint))
