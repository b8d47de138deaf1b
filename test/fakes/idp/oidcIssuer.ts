import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { ProviderRedirect } from './followRedirects.ts'
import { readForm, startListener } from './startListener.ts'
import { createMemoryAdapter } from './memoryAdapter.ts'
import { followRedirects } from './followRedirects.ts'

export type IdpAccount = {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export type OidcIssuer = AsyncDisposable & {
  readonly id: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** One entry of OIDC_PROVIDERS, for tests with several issuers. */
  readonly entry: Readonly<Record<string, unknown>>
  /** For `testServer({ settings })` when this is the only provider. */
  readonly settings: Readonly<Record<string, string>>
  /** By subject. May be changed at any time. */
  readonly accounts: Map<string, IdpAccount>
  /** Signs in as that account. The returned redirect must still be sent to our server. */
  readonly signIn: (authorizeUrl: string, sub: string) => Promise<ProviderRedirect>
  /** Clicks Deny. */
  readonly deny: (authorizeUrl: string) => Promise<ProviderRedirect>
}

type OidcIssuerOptions = {
  id?: string
  name?: string
  trustsEmail?: boolean
  accounts?: readonly IdpAccount[]
  /** By default a free port. */
  port?: number
  /** Where the client secret is accepted. */
  secretIn?: 'body' | 'header'
  /** Whether email and name are in the ID token, or only in the user info as in the standard. */
  claimsIn?: 'idToken' | 'userInfo'
}

/**
 * Starts a strict OpenID provider. It accepts any redirect URI on this machine, because the port of a test server is not known in
 * advance, and shows the account selection at every sign-in.
 */
export async function startOidcIssuer(options: OidcIssuerOptions = {}): Promise<OidcIssuer> {
  const { id = 'house', name = 'House', trustsEmail = false, secretIn = 'body', claimsIn = 'idToken' } = options
  const accounts = new Map((options.accounts ?? []).map((account) => [account.sub, account]))
  const client = {
    id: 'earshot',
    secret: 'only-for-tests-and-long-enough',
    method: `client_secret_${secretIn === 'body' ? 'post' : 'basic'}`,
  }
  const server = await startListener(options.port)
  const provider = new Provider(server.url, await configuration(client, accounts, claimsIn))
  provider.Client.prototype.redirectUriAllowed = (uri) => ['127.0.0.1', 'localhost'].includes(new URL(uri).hostname)
  const callback = provider.callback()
  server.setListener((request, response) => {
    const handled = request.url?.startsWith('/interaction/')
      ? handleInteraction(provider, accounts, request, response)
      : callback(request, response)
    void Promise.resolve(handled).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const entry = { id, name, issuer: server.url, client_id: client.id, client_secret: client.secret, trusts_email: trustsEmail }
  return {
    id,
    issuer: server.url,
    clientId: client.id,
    clientSecret: client.secret,
    entry,
    settings: { OIDC_PROVIDERS: JSON.stringify([entry]) },
    accounts,
    signIn: (authorizeUrl, sub) => followRedirects(authorizeUrl, { account: sub }),
    deny: (authorizeUrl) => followRedirects(authorizeUrl, { deny: 'yes' }),
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

let cachedKeyPair: ReturnType<typeof generateKeyPair> | undefined

/** Returns the key pair of all issuers of this process. Creating one takes up to a second. */
const keyPair = () => (cachedKeyPair ??= generateKeyPair('RS256', { extractable: true }))

async function configuration(
  client: { id: string; secret: string; method: string },
  accounts: ReadonlyMap<string, IdpAccount>,
  claimsIn: 'idToken' | 'userInfo',
): Promise<Configuration> {
  const { privateKey } = await keyPair()
  const method = client.method as 'client_secret_post' | 'client_secret_basic'
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        // Other URIs on this machine are accepted as well, see above.
        redirect_uris: ['http://127.0.0.1/callback'],
        application_type: 'native',
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: method,
      },
    ],
    adapter: createMemoryAdapter(),
    clientAuthMethods: [method],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'test' }] },
    cookies: { keys: ['only-for-tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: claimsIn === 'userInfo',
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, { clientId }, token) => token.clientId === clientId },
    },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}`, policy: alwaysPrompt() },
    issueRefreshToken: async () => true,
    findAccount: (_, sub) => {
      const account = accounts.get(sub)
      return account && { accountId: sub, claims: async () => ({ ...account }) }
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, RefreshToken: 600, Session: 600 },
  }
}

function alwaysPrompt() {
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  policy
    .get('login')
    ?.checks.add(
      new Check('every_time', 'Who are you?', ({ oidc }) =>
        oidc.result?.['login'] ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

/** Handles the account selection page. Choosing an account also grants everything requested. */
async function handleInteraction(
  provider: Provider,
  accounts: ReadonlyMap<string, IdpAccount>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(accountPage([...accounts.values()]))
    return
  }
  const accountId = (await readForm(request)).get('account')
  if (!accountId) {
    const error = { error: 'access_denied', error_description: 'the user declined' }
    return provider.interactionFinished(request, response, error)
  }
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const consent = { grantId: await grant.save() }
  await provider.interactionFinished(request, response, { login: { accountId }, consent })
}

function accountPage(accounts: readonly IdpAccount[]): string {
  const buttons = accounts.map(
    ({ sub, email }) =>
      `<p><button name="account" value="${escapeHtml(sub)}" data-account="${escapeHtml(sub)}">${escapeHtml(email ?? sub)}</button></p>`,
  )
  return `<!doctype html><html lang="en"><title>Who are you?</title><h1>Who are you?</h1>
<form method="post">${buttons.join('')}<p><button name="deny" value="yes">Deny</button></p></form></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
