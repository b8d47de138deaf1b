import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the value for a column of type `jsonb`; null is the null of SQL. Without it the driver writes an array as an array of
 * PostgreSQL.
 */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`${value === null ? null : JSON.stringify(value)}::jsonb`
