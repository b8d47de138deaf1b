import type OAuth2Server from '@node-oauth/oauth2-server'
import { newId } from '#kit/newId.ts'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { Ground } from '#platform/ground.ts'
import { hashOfWord } from '#platform/oneTimeWord.ts'
import { ACCESS_LIFE, CONNECTION_LIFE, MOST_CONNECTIONS, REFRESH_GRACE } from '../rules.ts'
import { NEVER, type OAuthTrouble, clientOf, loadOAuth, troubleOf } from './oauth.ts'
import {
  deleteConnection,
  deleteConnectionsAbove,
  findToken,
  insertConnection,
  insertTokens,
  lockCode,
  lockConnection,
  markCode,
  noteUse,
  replaceToken,
  spendCode,
} from './store.ts'
import { newWord } from './words.ts'

export type Exchange = { app: string; program: AppConfig; form: Readonly<Record<string, string>> }

/**
 * Exchanges a code or a refresh token for new tokens (RFC 6749 §4.1.3, §6). The program is already authenticated. Everything runs
 * in one transaction, which is also committed after a refusal: a wrong verifier spends the code too.
 */
export async function exchange(ground: Ground, asked: Exchange): Promise<Record<string, unknown> | OAuthTrouble> {
  const oauth = await loadOAuth()
  const { clientId: client_id, clientSecret: client_secret } = asked.program
  const form = { ...asked.form, client_id, client_secret }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' }
  const request = new oauth.Request({ headers, method: 'POST', query: {}, body: form })
  return ground.inOneStep(async (step) => {
    const response = new oauth.Response()
    try {
      await new oauth({ model: exchangingModel(step, asked) }).token(request, response)
      return { ...(response.body as object), expires_in: ACCESS_LIFE / 1000 }
    } catch (error) {
      return troubleOf(error)
    }
  })
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel

function exchangingModel(step: Ground, { app, program }: Exchange): Model {
  const client = clientOf(program)
  return {
    getClient: async () => client,
    generateAccessToken: async () => newWord('access'),
    generateRefreshToken: async () => newWord('refresh'),
    getAuthorizationCode: async (word) => {
      const row = await codeThatCounts(step, word, app)
      if (!row) return null
      const { redirect_uri: redirectUri, scopes: scope, code_challenge: codeChallenge } = row
      const user = { userId: row.user_id }
      const challenge = { codeChallenge, codeChallengeMethod: 'S256' }
      return { authorizationCode: word, expiresAt: NEVER, redirectUri, scope, client, user, ...challenge }
    },
    revokeAuthorizationCode: async ({ authorizationCode }) => {
      await spendCode(step, hashOfWord(authorizationCode))
      return true
    },
    getRefreshToken: async (word) => {
      const found = await refreshThatCounts(step, word, app)
      if (!found) return null
      const { connection, scopes: scope } = found
      const user = { userId: connection.user_id, connectionId: connection.connection_id }
      return { refreshToken: word, scope, client, user }
    },
    revokeToken: async ({ refreshToken }) => {
      await replaceToken(step, hashOfWord(refreshToken))
      return true
    },
    saveToken: async (token, _client, user) => {
      const connectionId = (user['connectionId'] as string | undefined) ?? (await connect(step, app, token, user))
      await keepTokens(step, token, connectionId)
      return { ...token, client, user }
    },
    // Required by the types and never called. Access tokens are checked by findAccess.
    getAccessToken: async () => null,
    saveAuthorizationCode: async () => null,
  }
}

/** Returns the code if it is valid. A second use means that it was stolen, so its connection is deleted (RFC 6749 §4.1.2). */
async function codeThatCounts(step: Ground, word: string, app: string) {
  const row = await lockCode(step, hashOfWord(word))
  if (row?.is_spent && row.connection_id) await deleteConnection(step, row.connection_id)
  return row && !row.is_spent && row.app === app && row.expires_at > step.clock.now() ? row : null
}

/**
 * Returns the refresh token if it is valid. Use after the grace period means that it was stolen, so the connection is deleted.
 */
async function refreshThatCounts(step: Ground, word: string, app: string) {
  const hash = hashOfWord(word)
  const seen = await findToken(step, hash)
  const connection = seen?.kind === 'refresh' && (await lockConnection(step, seen.connection_id))
  if (!connection || connection.app !== app) return null
  const token = await findToken(step, hash)
  const now = step.clock.now()
  if (!token || token.expires_at <= now) return null
  if (token.replaced_at && now.getTime() - token.replaced_at.getTime() >= REFRESH_GRACE) {
    await deleteConnection(step, connection.connection_id)
    return null
  }
  return { connection, scopes: token.scopes }
}

async function connect(step: Ground, app: string, token: OAuth2Server.Token, user: OAuth2Server.User): Promise<string> {
  const now = step.clock.now()
  const userId = user['userId'] as string
  const connectionId = newId(now)
  const expiresAt = new Date(now.getTime() + CONNECTION_LIFE)
  await insertConnection(step, {
    connection_id: connectionId,
    user_id: userId,
    app,
    scopes: token.scope ?? [],
    connected_at: now,
    expires_at: expiresAt,
  })
  await markCode(step, hashOfWord(String(token['authorizationCode'])), connectionId)
  await deleteConnectionsAbove(step, userId, app, MOST_CONNECTIONS)
  return connectionId
}

async function keepTokens(step: Ground, token: OAuth2Server.Token, connectionId: string): Promise<void> {
  const connection = await lockConnection(step, connectionId)
  if (!connection) throw new Error('a connection ended while its row was held')
  const end = connection.expires_at
  const accessEnd = new Date(Math.min(end.getTime(), step.clock.now().getTime() + ACCESS_LIFE))
  const shared = { connection_id: connectionId, scopes: token.scope ?? [] }
  await insertTokens(step, [
    { ...shared, token_hash: hashOfWord(token.accessToken), kind: 'access', expires_at: accessEnd },
    { ...shared, token_hash: hashOfWord(token.refreshToken ?? ''), kind: 'refresh', scopes: connection.scopes, expires_at: end },
  ])
  await noteUse(step, connectionId)
}
