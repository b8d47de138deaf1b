import type OAuth2Server from '@node-oauth/oauth2-server'
import type { Parsed } from '#shared/contract.ts'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { AppContext } from '#platform/context.ts'
import { hashToken } from '#platform/crypto/hashes.ts'
import type { integrationsContract } from '../contract.ts'
import { CODE_LIFETIME, parseScopes } from '../rules.ts'
import { NEVER_EXPIRES, createToken, toOAuthClient, loadOAuth, toOAuthError } from './oauth.ts'
import { insertCode } from './store.ts'

export type AuthorizationInput = { app: string; userId: string; query: Parsed<typeof integrationsContract.authorize>['query'] }

/**
 * Returns the redirect URL with an authorization code or with an error (RFC 6749 §4.1.2). Refuses if the client id or the redirect
 * URI is not the registered one, because the browser must not be redirected then. A request without a redirect URI means the
 * registered one.
 */
export async function authorize(
  ctx: AppContext,
  program: AppConfig,
  input: AuthorizationInput,
): Promise<{ redirectUrl: string } | { refused: 'notThisProgram' }> {
  const { client_id, redirect_uri = program.redirectUri, state, code_challenge, code_challenge_method } = input.query
  if (client_id !== program.clientId || redirect_uri !== program.redirectUri) return { refused: 'notThisProgram' }
  const oauth = await loadOAuth()
  // A missing method means `plain` (RFC 7636 §4.3), which the library refuses. By default the library assumes S256.
  const method = code_challenge_method ?? (code_challenge && 'plain')
  const query = omitUndefined({ ...input.query, code_challenge_method: method })
  const request = new oauth.Request({ headers: {}, method: 'GET', query })
  try {
    const server = new oauth({ model: authorizationModel(ctx, program, input, oauth) })
    const { authorizationCode } = await server.authorize(request, new oauth.Response(), {
      authenticateHandler: { handle: () => ({ userId: input.userId }) },
      authorizationCodeLifetime: CODE_LIFETIME / 1000,
      allowEmptyState: true,
    })
    return { redirectUrl: urlWithParams(program.redirectUri, { code: authorizationCode, state }) }
  } catch (error) {
    const oauthError = toOAuthError(error)
    const params = { error: oauthError.error, error_description: oauthError.message, state }
    return { redirectUrl: urlWithParams(program.redirectUri, params) }
  }
}

const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

function authorizationModel(
  ctx: AppContext,
  program: AppConfig,
  { app, query }: AuthorizationInput,
  oauth: typeof OAuth2Server,
): OAuth2Server.AuthorizationCodeModel {
  const client = toOAuthClient(program)
  return {
    getClient: async () => client,
    validateRedirectUri: async (uri) => uri === program.redirectUri,
    validateScope: async (_user, _client, scope) => {
      const scopes = parseScopes(scope?.join(' '))
      return scopes && [...scopes]
    },
    generateAuthorizationCode: async () => createToken('code'),
    saveAuthorizationCode: async (code, _client, user) => {
      const { codeChallenge = null, authorizationCode: rawCode, scope = [] } = code
      const isValid = codeChallenge === null ? program.clientSecret !== null : CODE_CHALLENGE.test(codeChallenge)
      if (!isValid) throw new oauth.InvalidRequestError('Missing or invalid parameter: `code_challenge`')
      await insertCode(ctx, {
        code_hash: hashToken(rawCode),
        user_id: user['userId'] as string,
        app,
        redirect_uri: query.redirect_uri ?? null,
        scopes: scope,
        code_challenge: codeChallenge,
        expires_at: new Date(ctx.clock.now().getTime() + CODE_LIFETIME),
      })
      return { ...code, expiresAt: NEVER_EXPIRES, client, user }
    },
    // Required by the types and never called. The token endpoint has its own model.
    getAuthorizationCode: async () => null,
    revokeAuthorizationCode: async () => false,
    saveToken: async () => null,
    getAccessToken: async () => null,
  }
}

function urlWithParams(redirectUri: string, params: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(omitUndefined(params))) url.searchParams.set(name, value)
  return url.href
}

const omitUndefined = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => pair[1] !== undefined))
