import type OAuth2Server from '@node-oauth/oauth2-server'
import { newId } from '#shared/newId.ts'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { AppContext } from '#platform/context.ts'
import { hashToken } from '#platform/crypto/hashes.ts'
import { ACCESS_TOKEN_LIFETIME, CONNECTION_LIFETIME, MAX_CONNECTIONS, REFRESH_GRACE_PERIOD } from '../rules.ts'
import { NEVER_EXPIRES, type OAuthError, createToken, toOAuthClient, loadOAuth, toOAuthError } from './oauth.ts'
import {
  deleteConnection,
  deleteOldestConnections,
  findToken,
  insertConnection,
  insertTokens,
  lockCode,
  lockConnection,
  setCodeConnection,
  updateLastUsed,
  markTokenReplaced,
  markCodeSpent,
} from './store.ts'

export type ExchangeInput = { app: string; program: AppConfig; form: Readonly<Record<string, string>> }

/**
 * Exchanges a code or a refresh token for new tokens (RFC 6749 §4.1.3, §6). The program is already authenticated. Everything runs
 * in one transaction, which is also committed with an error: a wrong verifier spends the code too. `error` has the format of OAuth 2.
 */
export async function exchange(
  ctx: AppContext,
  input: ExchangeInput,
): Promise<{ tokens: Record<string, unknown> } | { error: OAuthError }> {
  const oauth = await loadOAuth()
  const { clientId: client_id, clientSecret } = input.program
  const form = { ...input.form, client_id, ...(clientSecret !== null && { client_secret: clientSecret }) }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }
  const request = new oauth.Request({ headers, method: 'POST', query: {}, body: form })
  return ctx.transaction(async (tx) => {
    const response = new oauth.Response()
    try {
      await new oauth({ model: tokenModel(tx, input) }).token(request, response, {
        requireClientAuthentication: { authorization_code: clientSecret !== null, refresh_token: clientSecret !== null },
      })
      return { tokens: { ...(response.body as object), expires_in: ACCESS_TOKEN_LIFETIME / 1000 } }
    } catch (error) {
      return { error: toOAuthError(error) }
    }
  })
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

function tokenModel(tx: AppContext, { app, program }: ExchangeInput): Model {
  const client = toOAuthClient(program)
  return {
    getClient: async () => client,
    generateAccessToken: async () => createToken('access'),
    generateRefreshToken: async () => createToken('refresh'),
    getAuthorizationCode: async (rawToken) => {
      const row = await findValidCode(tx, rawToken, app)
      if (!row || (row.code_challenge === null && program.clientSecret === null)) return null
      const { redirect_uri, scopes: scope, code_challenge: codeChallenge } = row
      const user = { userId: row.user_id }
      const challenge = codeChallenge !== null && { codeChallenge, codeChallengeMethod: 'S256' }
      // No redirect URI is checked if this one is empty.
      const redirectUri = redirect_uri ?? ''
      return { authorizationCode: rawToken, expiresAt: NEVER_EXPIRES, redirectUri, scope, client, user, ...challenge }
    },
    revokeAuthorizationCode: async ({ authorizationCode }) => {
      await markCodeSpent(tx, hashToken(authorizationCode))
      return true
    },
    getRefreshToken: async (rawToken) => {
      const found = await findValidRefreshToken(tx, rawToken, app)
      if (!found) return null
      const { connection, scopes: scope } = found
      const user = { userId: connection.user_id, connectionId: connection.connection_id }
      return { refreshToken: rawToken, scope, client, user }
    },
    revokeToken: async ({ refreshToken }) => {
      await markTokenReplaced(tx, hashToken(refreshToken))
      return true
    },
    saveToken: async (token, _client, user) => {
      const connectionId = (user['connectionId'] as string | undefined) ?? (await createConnection(tx, app, token, user))
      await storeTokens(tx, token, connectionId)
      return { ...token, client, user }
    },
    // Required by the types and never called. Access tokens are checked by findAccess.
    getAccessToken: async () => null,
    saveAuthorizationCode: async () => null,
  }
}

/** Returns the code if it is valid. A second use means that it was stolen, so its connection is deleted (RFC 6749 §4.1.2). */
async function findValidCode(tx: AppContext, rawToken: string, app: string) {
  const row = await lockCode(tx, hashToken(rawToken))
  if (row?.is_spent && row.connection_id) await deleteConnection(tx, row.connection_id)
  return row && !row.is_spent && row.app === app && row.expires_at > tx.clock.now() ? row : null
}

/**
 * Returns the refresh token if it is valid. Use after the grace period means that it was stolen, so the connection is deleted.
 */
async function findValidRefreshToken(tx: AppContext, rawToken: string, app: string) {
  const hash = hashToken(rawToken)
  const unlockedToken = await findToken(tx, hash)
  const connection = unlockedToken?.kind === 'refresh' && (await lockConnection(tx, unlockedToken.connection_id))
  if (!connection || connection.app !== app) return null
  const token = await findToken(tx, hash)
  const now = tx.clock.now()
  if (!token || token.expires_at <= now) return null
  if (token.replaced_at && now.getTime() - token.replaced_at.getTime() >= REFRESH_GRACE_PERIOD) {
    await deleteConnection(tx, connection.connection_id)
    return null
  }
  return { connection, scopes: token.scopes }
}

async function createConnection(
  tx: AppContext,
  app: string,
  token: OAuth2Server.Token,
  user: OAuth2Server.User,
): Promise<string> {
  const now = tx.clock.now()
  const userId = user['userId'] as string
  const connectionId = newId(now)
  const expiresAt = new Date(now.getTime() + CONNECTION_LIFETIME)
  await insertConnection(tx, {
    connection_id: connectionId,
    user_id: userId,
    app,
    scopes: token.scope ?? [],
    connected_at: now,
    expires_at: expiresAt,
  })
  await setCodeConnection(tx, hashToken(String(token['authorizationCode'])), connectionId)
  await deleteOldestConnections(tx, userId, app, MAX_CONNECTIONS)
  return connectionId
}

async function storeTokens(tx: AppContext, token: OAuth2Server.Token, connectionId: string): Promise<void> {
  const connection = await lockConnection(tx, connectionId)
  if (!connection) throw new Error('a connection ended while its row was held')
  const expiresAt = connection.expires_at
  const accessExpiresAt = new Date(Math.min(expiresAt.getTime(), tx.clock.now().getTime() + ACCESS_TOKEN_LIFETIME))
  const shared = { connection_id: connectionId, scopes: token.scope ?? [] }
  await insertTokens(tx, [
    { ...shared, token_hash: hashToken(token.accessToken), kind: 'access', expires_at: accessExpiresAt },
    {
      ...shared,
      token_hash: hashToken(token.refreshToken ?? ''),
      kind: 'refresh',
      scopes: connection.scopes,
      expires_at: expiresAt,
    },
  ])
  await updateLastUsed(tx, connectionId)
}
