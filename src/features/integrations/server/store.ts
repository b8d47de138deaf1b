import { type ColumnType, type Generated, type Insertable, type Selectable, sql } from 'kysely'
import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { APPS } from '../contract.ts'

type Connections = {
  connection_id: string
  user_id: string
  app: string
  scopes: string[]
  connected_at: Date
  last_used_at: ColumnType<Date | null, undefined, Date>
  expires_at: Date
}
type Codes = {
  code_hash: Buffer
  user_id: string
  app: string
  /** Null if the request had none: the exchange needs none then (RFC 6749 §4.1.3). */
  redirect_uri: string | null
  scopes: string[]
  /** Null if a program with a secret sent none. */
  code_challenge: string | null
  expires_at: Date
  is_spent: Generated<boolean>
  connection_id: ColumnType<string | null, undefined, string>
}
type Tokens = {
  token_hash: Buffer
  connection_id: string
  kind: 'access' | 'refresh'
  scopes: string[]
  expires_at: Date
  replaced_at: ColumnType<Date | null, undefined, Date>
}
export type Connection = Selectable<Connections>
export type Token = Selectable<Tokens>

const tables = (ctx: AppContext) => ctx.db.withTables<{ app_connection: Connections; app_code: Codes; app_token: Tokens }>()

export const insertCode = async (ctx: AppContext, code: Insertable<Codes>): Promise<unknown> =>
  tables(ctx).insertInto('app_code').values(code).execute()

/** Locks the code until the transaction ends, so that it is exchanged only once. */
export const lockCode = async (tx: AppContext, hash: Buffer) =>
  tables(tx).selectFrom('app_code').selectAll().where('code_hash', '=', hash).forUpdate().executeTakeFirst()

export const markCodeSpent = async (tx: AppContext, hash: Buffer): Promise<unknown> =>
  tables(tx).updateTable('app_code').set({ is_spent: true }).where('code_hash', '=', hash).execute()

/** Stores which connection was created with the code. */
export const setCodeConnection = async (tx: AppContext, hash: Buffer, connectionId: string): Promise<unknown> =>
  tables(tx).updateTable('app_code').set({ connection_id: connectionId }).where('code_hash', '=', hash).execute()

export const insertConnection = async (tx: AppContext, connection: Insertable<Connections>): Promise<unknown> =>
  tables(tx).insertInto('app_connection').values(connection).execute()

/** Returns the user's connections to the program that have not expired, oldest first. */
export const listConnections = async (ctx: AppContext, userId: string, app: string): Promise<Connection[]> =>
  tables(ctx)
    .selectFrom('app_connection')
    .selectAll()
    .where('user_id', '=', userId)
    .where('app', '=', app)
    .where('expires_at', '>', ctx.clock.now())
    .orderBy('connected_at')
    .orderBy('connection_id')
    .execute()

/** Locks the connection until the transaction ends, so that refreshes run one after another. */
export const lockConnection = async (tx: AppContext, id: string): Promise<Connection | undefined> =>
  tables(tx).selectFrom('app_connection').selectAll().where('connection_id', '=', id).forUpdate().executeTakeFirst()

/** Deletes the connection and its tokens. */
export const deleteConnection = async (ctx: AppContext, id: string): Promise<unknown> =>
  tables(ctx).deleteFrom('app_connection').where('connection_id', '=', id).execute()

/** Deletes all but the latest connections of the user to the program. */
export const deleteOldestConnections = async (tx: AppContext, userId: string, app: string, max: number): Promise<unknown> =>
  sql`
    delete from app_connection where connection_id in (
      select connection_id from app_connection where user_id = ${userId} and app = ${app}
      order by connected_at desc, connection_id desc offset ${max}
    )`.execute(tx.db)

/** Disconnects all programs of the user. */
export async function disconnectAll(ctx: AppContext, userId: string): Promise<void> {
  for (const app of APPS) await disconnectApp(ctx, userId, app)
}

/**
 * Deletes the user's codes and connections of the program. Codes are deleted first: this waits for a concurrent exchange, which
 * locks its code, so that the connection it creates is deleted too.
 */
export async function disconnectApp(ctx: AppContext, userId: string, app: string): Promise<void> {
  await tables(ctx).deleteFrom('app_code').where('user_id', '=', userId).where('app', '=', app).execute()
  await tables(ctx).deleteFrom('app_connection').where('user_id', '=', userId).where('app', '=', app).execute()
}

export const insertTokens = async (tx: AppContext, tokens: Insertable<Tokens>[]): Promise<unknown> =>
  tables(tx).insertInto('app_token').values(tokens).execute()

export const findToken = async (ctx: AppContext, hash: Buffer): Promise<Token | undefined> =>
  tables(ctx).selectFrom('app_token').selectAll().where('token_hash', '=', hash).executeTakeFirst()

/** Marks the token as replaced. A second call does not change the time. */
export const markTokenReplaced = async (tx: AppContext, hash: Buffer): Promise<unknown> =>
  tables(tx)
    .updateTable('app_token')
    .set({ replaced_at: tx.clock.now() })
    .where('token_hash', '=', hash)
    .where('replaced_at', 'is', null)
    .execute()

export const deleteToken = async (ctx: AppContext, hash: Buffer): Promise<unknown> =>
  tables(ctx).deleteFrom('app_token').where('token_hash', '=', hash).execute()

/** Returns the connection and scopes of an access token of the program; undefined if it is unknown or expired. */
export async function findAccessToken(ctx: AppContext, hash: Buffer, app: string) {
  const now = ctx.clock.now()
  return tables(ctx)
    .selectFrom('app_token')
    .innerJoin('app_connection', 'app_connection.connection_id', 'app_token.connection_id')
    .select(['app_connection.connection_id', 'app_connection.user_id', 'app_connection.last_used_at', 'app_token.scopes'])
    .where('token_hash', '=', hash)
    .where('kind', '=', 'access')
    .where('app', '=', app)
    .where('app_token.expires_at', '>', now)
    .where('app_connection.expires_at', '>', now)
    .executeTakeFirst()
}

export const updateLastUsed = async (ctx: AppContext, id: string): Promise<unknown> =>
  tables(ctx).updateTable('app_connection').set({ last_used_at: ctx.clock.now() }).where('connection_id', '=', id).execute()

/**
 * Deletes expired connections and tokens. Expired codes are kept for another day, because the reuse of a code ends its
 * connection.
 */
export async function deleteExpired(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now()
  const codesBefore = new Date(now.getTime() - days(1))
  await tables(ctx).deleteFrom('app_token').where('expires_at', '<=', now).execute()
  await tables(ctx).deleteFrom('app_code').where('expires_at', '<=', codesBefore).execute()
  await tables(ctx).deleteFrom('app_connection').where('expires_at', '<=', now).execute()
}

/** Returns all connections of the user, including expired ones. */
export const listAllConnections = async (ctx: AppContext, userId: string): Promise<Connection[]> =>
  tables(ctx).selectFrom('app_connection').selectAll().where('user_id', '=', userId).orderBy('connected_at').execute()
