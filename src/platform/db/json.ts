import { type ColumnType, type RawBuilder, sql } from 'kysely'

declare const written: unique symbol

/** A value on its way into a column of type `jsonb`. */
type Json<T> = { readonly [written]: T }

/**
 * Returns the value for a column of type `jsonb`; null becomes SQL NULL. Without this, the driver would write an array as a
 * PostgreSQL array.
 */
export const json = <T>(value: T): RawBuilder<Json<T>> => sql<Json<T>>`${value === null ? null : JSON.stringify(value)}::jsonb`

/** The table of such records: its columns of type `jsonb` are read as values and written with `json()` only. */
export type JsonTable<Row, Columns extends keyof Row> = Omit<Row, Columns> & {
  [Column in Columns]: ColumnType<Row[Column], Json<Row[Column]>, Json<Row[Column]>>
}
