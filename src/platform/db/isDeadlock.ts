/** True when PostgreSQL rolled this transaction back because of a deadlock (SQLSTATE 40P01). A retry succeeds. */
export const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'
