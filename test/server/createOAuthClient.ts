import { createHash, randomBytes } from 'node:crypto'
import type { User } from './user.ts'
import type { TestServer } from './testServer.ts'

const REDIRECT_URI = 'https://zapier.example/dashboard/auth/oauth/return/App1CLIAPI/'

/** Settings of a test server that register an OAuth client. */
export const ZAPIER_SETTINGS = {
  ZAPIER_CLIENT_ID: 'earshot-zapier',
  ZAPIER_CLIENT_SECRET: 'a secret: 100% & more',
  ZAPIER_REDIRECT_URI: REDIRECT_URI,
}

type OAuthResponse = { status: number; headers: Headers; body: Record<string, string | number> }
type FormFields = Record<string, string>

/** The client as Zapier implements it: plain requests and forms, without our client code. */
export function createOAuthClient({ url }: Pick<TestServer, 'url'>) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const baseUrl = `${url}/api/auth/apps/zapier`
  const credentials = { client_id: ZAPIER_SETTINGS.ZAPIER_CLIENT_ID, client_secret: ZAPIER_SETTINGS.ZAPIER_CLIENT_SECRET }
  const query = {
    client_id: ZAPIER_SETTINGS.ZAPIER_CLIENT_ID,
    flag: 'auth' as const,
    response_type: 'code' as const,
    redirect_uri: REDIRECT_URI,
    state: 'a state & more',
    scope: 'profile files:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const postForm = async (path: string, form: FormFields, headers: FormFields = {}): Promise<OAuthResponse> =>
    readResponse(await fetch(`${baseUrl}/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }))
  /** Grants access as the user. Returns the authorization code that the browser receives. */
  const grantAccess = async (user: User, overrides: Partial<typeof query> = {}): Promise<string> => {
    const { data } = await user.integrations.authorize({ params: { app: 'zapier' }, query: { ...query, ...overrides } })
    return new URL(data.redirect_url).searchParams.get('code') ?? ''
  }
  const exchangeCode = async (code: string, overrides: FormFields = {}) =>
    postForm('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...credentials,
      ...overrides,
    })
  return {
    query,
    verifier,
    credentials,
    postForm,
    grantAccess,
    exchangeCode,
    connect: async (user: User, overrides: Partial<typeof query> = {}) => {
      const { body } = await exchangeCode(await grantAccess(user, overrides))
      return { access: String(body['access_token']), refreshTokens: String(body['refresh_token']) }
    },
    refreshTokens: async (refresh_token: string, overrides: FormFields = {}) =>
      postForm('token', { grant_type: 'refresh_token', refresh_token, ...credentials, ...overrides }),
    revokeToken: async (token: string, overrides: FormFields = {}) => postForm('revoke', { token, ...credentials, ...overrides }),
    fetchAccount: async (token: string) =>
      readResponse(await fetch(`${baseUrl}/account`, { headers: { authorization: `Bearer ${token}` } })),
  }
}

const readResponse = async (response: Response): Promise<OAuthResponse> => ({
  status: response.status,
  headers: response.headers,
  body: (await response.json()) as OAuthResponse['body'],
})
