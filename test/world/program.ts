import { createHash, randomBytes } from 'node:crypto'
import type { User } from './user.ts'
import type { World } from './world.ts'

const REDIRECT_URI = 'https://zapier.example/dashboard/auth/oauth/return/App1CLIAPI/'

/** Settings of a test server that register an OAuth client. */
export const ZAPIER = {
  ZAPIER_CLIENT_ID: 'earshot-zapier',
  ZAPIER_CLIENT_SECRET: 'a secret: 100% & more',
  ZAPIER_REDIRECT_URI: REDIRECT_URI,
}

type Answer = { status: number; headers: Headers; body: Record<string, string | number> }
type Form = Record<string, string>

/** The client as Zapier implements it: plain requests and forms, without our client code. */
export function programOf({ url }: Pick<World, 'url'>) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const at = `${url}/api/auth/apps/zapier`
  const secrets = { client_id: ZAPIER.ZAPIER_CLIENT_ID, client_secret: ZAPIER.ZAPIER_CLIENT_SECRET }
  const query = {
    client_id: ZAPIER.ZAPIER_CLIENT_ID,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    state: 'a state & more',
    scope: 'profile files:read',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const post = async (path: string, form: Form, headers: Form = {}): Promise<Answer> =>
    read(await fetch(`${at}/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }))
  /** Grants access as the user. Returns the code the browser brings back. */
  const allowed = async (user: User, more: Partial<typeof query> = {}): Promise<string> => {
    const { data } = await user.integrations.authorize({ params: { app: 'zapier' }, query: { ...query, ...more } })
    return new URL(data.redirect_url).searchParams.get('code') ?? ''
  }
  const exchange = async (code: string, more: Form = {}) =>
    post('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT_URI,
      code_verifier: verifier,
      ...secrets,
      ...more,
    })
  return {
    query,
    verifier,
    secrets,
    post,
    allowed,
    exchange,
    connect: async (user: User, more: Partial<typeof query> = {}) => {
      const { body } = await exchange(await allowed(user, more))
      return { access: String(body['access_token']), refresh: String(body['refresh_token']) }
    },
    refresh: async (refresh_token: string, more: Form = {}) =>
      post('token', { grant_type: 'refresh_token', refresh_token, ...secrets, ...more }),
    revoke: async (token: string, more: Form = {}) => post('revoke', { token, ...secrets, ...more }),
    account: async (token: string) => read(await fetch(`${at}/account`, { headers: { authorization: `Bearer ${token}` } })),
  }
}

const read = async (answer: Response): Promise<Answer> => ({
  status: answer.status,
  headers: answer.headers,
  body: (await answer.json()) as Answer['body'],
})
