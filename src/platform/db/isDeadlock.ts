/** True when two steps waited for each other and PostgreSQL undid this one (SQLSTATE 40P01): done again, it goes through. */
export const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01'
