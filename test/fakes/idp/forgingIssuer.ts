import { type CryptoKey, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { readForm, startListener } from './startListener.ts'

/** The misbehaviour of a dishonest or broken provider. */
export type Forgery = {
  /** Override the correct claims; undefined removes one. */
  claims?: Record<string, unknown>
  /** Signs with an unpublished key. */
  unpublishedKey?: boolean
  /** Does not sign (`alg: none`). */
  unsigned?: boolean
  /** Responds to the code exchange with this status and no body. */
  status?: number
  /** Never responds to the code exchange. */
  silent?: boolean
}

type ForgingIssuer = AsyncDisposable & {
  readonly issuer: string
  readonly clientId: string
  readonly settings: Readonly<Record<string, string>>
  /** The forms sent in code exchanges. */
  readonly exchanges: readonly URLSearchParams[]
  /** Returns the number of requests for the discovery document. */
  readonly discoveryCount: () => number
  /** Returns the redirect of a user who has signed in. Its code yields an ID token as defined by `forgery`. */
  readonly createRedirect: (authorizeUrl: string, forgery?: Forgery) => string
}

const createKeyPair = () => generateKeyPair('RS256', { extractable: true })
let cachedKeyPairs: Promise<[Awaited<ReturnType<typeof createKeyPair>>, Awaited<ReturnType<typeof createKeyPair>>]> | undefined

/** Returns the two key pairs of all issuers of this process. Creating one takes up to a second. */
const keyPairs = () => (cachedKeyPairs ??= Promise.all([createKeyPair(), createKeyPair()]))

/** Starts a provider that returns ID tokens that must be refused. */
export async function startForgingIssuer(): Promise<ForgingIssuer> {
  const [publishedKeys, unpublishedKeys] = await keyPairs()
  const jwk = { ...(await exportJWK(publishedKeys.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const server = await startListener()
  const issuer = server.url
  const clientId = 'earshot'
  const pendingCodes = new Map<string, { nonce: string; forgery: Forgery }>()
  const exchanges: URLSearchParams[] = []
  let described = 0
  server.setListener((request, response) => {
    const sendJson = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url?.startsWith('/.well-known/')) {
      described += 1
      return sendJson(discoveryDocument(issuer))
    }
    if (request.url === '/keys') return sendJson({ keys: [jwk] })
    void readForm(request).then(async (formData) => {
      exchanges.push(formData)
      const { nonce, forgery } = pendingCodes.get(formData.get('code') ?? '') ?? { nonce: '', forgery: {} }
      if (forgery.silent) return
      if (forgery.status) return void response.writeHead(forgery.status).end()
      const claims = { iss: issuer, aud: clientId, sub: 'forged-subject', nonce, ...timeClaims(), ...forgery.claims }
      const idToken = await createIdToken(
        claims,
        forgery,
        forgery.unpublishedKey ? unpublishedKeys.privateKey : publishedKeys.privateKey,
      )
      sendJson({ access_token: 'at-secret', token_type: 'Bearer', id_token: idToken })
    })
  })
  const entry = { id: 'forger', name: 'Forger', issuer, client_id: clientId, client_secret: 'only-for-tests' }
  return {
    issuer,
    clientId,
    settings: { OIDC_PROVIDERS: JSON.stringify([entry]) },
    exchanges,
    discoveryCount: () => described,
    createRedirect: (authorizeUrl, forgery = {}) => {
      const { searchParams } = new URL(authorizeUrl)
      const code = `code-secret-${pendingCodes.size}`
      pendingCodes.set(code, { nonce: searchParams.get('nonce') ?? '', forgery })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString()
      return back.href
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

function timeClaims() {
  const now = Math.floor(Date.now() / 1000)
  return { iat: now, exp: now + 600 }
}

function discoveryDocument(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  }
}

async function createIdToken(claims: Record<string, unknown>, { unsigned }: Forgery, key: CryptoKey): Promise<string> {
  const presentClaims = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
  if (unsigned) return new UnsecuredJWT(presentClaims).encode()
  return new SignJWT(presentClaims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
}
