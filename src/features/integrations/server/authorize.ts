import type OAuth2Server from '@node-oauth/oauth2-server'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { Ground } from '#platform/ground.ts'
import { hashOfWord } from '#platform/oneTimeWord.ts'
import { CODE_LIFE, scopesAsked } from '../rules.ts'
import { NEVER, clientOf, loadOAuth, troubleOf } from './oauth.ts'
import { insertCode } from './store.ts'
import { newWord } from './words.ts'

export type Authorisation = { app: string; userId: string; query: Readonly<Record<string, string | undefined>> }

/**
 * Returns the redirect URL with an authorization code or with an error (RFC 6749 §4.1.2). Returns null if the client id or the
 * redirect URI is not the registered one, because the browser must not be redirected then.
 */
export async function authorize(ground: Ground, program: AppConfig, asked: Authorisation): Promise<string | null> {
  const { client_id, redirect_uri, state, code_challenge_method = 'plain' } = asked.query
  if (client_id !== program.clientId || redirect_uri !== program.redirectUri) return null
  const oauth = await loadOAuth()
  // A missing method means `plain` (RFC 7636 §4.3), which the library refuses. By default the library assumes S256.
  const query = withoutMissing({ ...asked.query, code_challenge_method })
  const request = new oauth.Request({ headers: {}, method: 'GET', query })
  try {
    const server = new oauth({ model: authorizingModel(ground, program, asked, oauth) })
    const { authorizationCode } = await server.authorize(request, new oauth.Response(), {
      authenticateHandler: { handle: () => ({ userId: asked.userId }) },
      authorizationCodeLifetime: CODE_LIFE / 1000,
    })
    return addressWith(program.redirectUri, { code: authorizationCode, state })
  } catch (error) {
    const trouble = troubleOf(error)
    return addressWith(program.redirectUri, { error: trouble.error, error_description: trouble.message, state })
  }
}

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

function authorizingModel(
  ground: Ground,
  program: AppConfig,
  { app }: Authorisation,
  oauth: typeof OAuth2Server,
): OAuth2Server.AuthorizationCodeModel {
  const client = clientOf(program)
  return {
    getClient: async () => client,
    validateRedirectUri: async (uri) => uri === program.redirectUri,
    validateScope: async (_user, _client, scope) => {
      const scopes = scopesAsked(scope?.join(' '))
      return scopes && [...scopes]
    },
    generateAuthorizationCode: async () => newWord('code'),
    saveAuthorizationCode: async (code, _client, user) => {
      const { codeChallenge = '', authorizationCode: word, scope = [] } = code
      if (!CHALLENGE.test(codeChallenge)) throw new oauth.InvalidRequestError('Missing or invalid parameter: `code_challenge`')
      await insertCode(ground, {
        code_hash: hashOfWord(word),
        user_id: user['userId'] as string,
        app,
        redirect_uri: program.redirectUri,
        scopes: scope,
        code_challenge: codeChallenge,
        expires_at: new Date(ground.clock.now().getTime() + CODE_LIFE),
      })
      return { ...code, expiresAt: NEVER, client, user }
    },
    // Required by the types and never called. The token endpoint has its own model.
    getAuthorizationCode: async () => null,
    revokeAuthorizationCode: async () => false,
    saveToken: async () => null,
    getAccessToken: async () => null,
  }
}

function addressWith(redirectUri: string, words: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, word] of Object.entries(withoutMissing(words))) url.searchParams.set(name, word)
  return url.href
}

const withoutMissing = (words: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).filter((pair): pair is [string, string] => pair[1] !== undefined))
