import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the value for a column of type `jsonb`; null becomes SQL NULL. Without this, the driver would write an array as a
 * PostgreSQL array.
 */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`${value === null ? null : JSON.stringify(value)}::jsonb`
