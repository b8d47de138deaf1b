import { createPrivateKey } from 'node:crypto'
import * as oidc from 'openid-client'
import { SignJWT } from 'jose'
import type { Millis } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { ProviderConfig } from '#platform/config/identitySettings.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import type { Log } from '#platform/log/log.ts'
import { readClaims } from './readClaims.ts'
import type { ProviderIdentity, OidcState } from './identity.ts'
import { toIdentityError, isUnknownToken } from './toIdentityError.ts'

/** A relying party of one provider. Its methods reject only with IdentityError. */
export type RelyingParty = {
  readonly begin: (redirectUri: string) => Promise<{ url: string; oidcState: OidcState }>
  readonly finish: (response: { url: string; form: string | null; oidcState: OidcState }) => Promise<ProviderIdentity>
  readonly revoke: (refreshToken: string) => Promise<void>
}

/** `timeout` applies to each response of the provider. */
type PartyOptions = { readonly log: Log; readonly clock: Clock; readonly timeout: Millis }

/** Discovery and the client secret for Apple are renewed after this time. The library refreshes the provider's keys itself. */
const DISCOVERY_TTL = 60 * 60 * 1000

/**
 * Implements the authorization code flow with PKCE for one provider. The library verifies responses with the system time; it
 * accepts no other clock.
 */
export function createRelyingParty(provider: ProviderConfig, { log, clock, timeout }: PartyOptions): RelyingParty {
  const getConfiguration = discoverOnce(provider, clock, timeout)
  const withErrorMapping = async <T>(stepName: string, work: (config: oidc.Configuration) => Promise<T>): Promise<T> => {
    try {
      return await work(await getConfiguration())
    } catch (thrown) {
      const { error, details } = toIdentityError(thrown)
      log.warn({ provider: provider.id, step: stepName, kind: error.kind, ...details }, 'sign-in with a provider failed')
      throw error
    }
  }
  return {
    begin: (redirectUri) => withErrorMapping('begin', (config) => begin(provider, config, redirectUri)),
    finish: (response) => withErrorMapping('finish', (config) => finish(provider, config, response)),
    revoke: (refreshToken) => withErrorMapping('revoke', (config) => revoke(config, refreshToken)),
  }
}

async function begin(provider: ProviderConfig, config: oidc.Configuration, redirectUri: string) {
  const oidcState = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state: oidcState.state,
    nonce: oidcState.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(oidcState.verifier),
    code_challenge_method: 'S256',
    ...providerParameters(provider),
  })
  return { url: url.href, oidcState }
}

/** Apple sends name and address only with form_post. Google and Microsoft would otherwise silently use the last account. */
function providerParameters({ kind }: ProviderConfig): Record<string, string> {
  if (kind === 'apple') return { scope: 'openid email name', response_mode: 'form_post' }
  if (kind === 'oidc') return { scope: 'openid email profile' }
  return { scope: 'openid email profile', prompt: 'select_account' }
}

async function finish(
  provider: ProviderConfig,
  config: oidc.Configuration,
  { url, form, oidcState }: { url: string; form: string | null; oidcState: OidcState },
): Promise<ProviderIdentity> {
  const tokens = await oidc.authorizationCodeGrant(config, form === null ? new URL(url) : formPostRequest(url, form), {
    expectedState: oidcState.state,
    expectedNonce: oidcState.nonce,
    pkceCodeVerifier: oidcState.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const needsUserInfo = claims?.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const userInfo = claims && needsUserInfo ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined
  return { ...readClaims(provider, { claims, info: userInfo, form }), refreshToken: tokens.refresh_token ?? null }
}

function formPostRequest(url: string, body: string): Request {
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
}

async function revoke(config: oidc.Configuration, refreshToken: string): Promise<void> {
  if (config.serverMetadata().revocation_endpoint === undefined) return
  try {
    await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
  } catch (thrown) {
    if (!isUnknownToken(thrown)) throw thrown
  }
}

function discoverOnce(provider: ProviderConfig, clock: Clock, timeout: Millis): () => Promise<oidc.Configuration> {
  let cached: { readonly config: Promise<oidc.Configuration>; readonly expiresAt: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    const current =
      cached && now < cached.expiresAt ? cached : { config: discover(provider, clock, timeout), expiresAt: now + DISCOVERY_TTL }
    cached = current
    try {
      return await current.config
    } catch (thrown) {
      if (cached === current) cached = undefined
      throw thrown
    }
  }
}

async function discover(provider: ProviderConfig, clock: Clock, timeout: Millis): Promise<oidc.Configuration> {
  // Without this check the library accepts an ID token that came over TLS without verifying its signature.
  const execute = [oidc.enableNonRepudiationChecks]
  if (isLoopback(provider.issuer)) execute.push(oidc.allowInsecureRequests)
  const authenticate =
    provider.kind === 'apple'
      ? oidc.ClientSecretPost(await createAppleSecret(provider, clock.now()))
      : clientSecretAuth(provider.clientSecret)
  return oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, authenticate, {
    execute,
    timeout: timeout / 1000,
  })
}

/** Sends the secret in the body when the provider supports it, otherwise in the header, the default of the standard. */
function clientSecretAuth(secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  const basic = oidc.ClientSecretBasic(secret)
  return (server, client, body, headers) => {
    const supportsPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (supportsPost ? post : basic)(server, client, body, headers)
  }
}

type AppleKey = {
  readonly issuer: string
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  readonly privateKey: string
}

/** Lifetime of the secret: twice as long as it is used. Apple allows half a year. */
const VALID_SECONDS = 2 * 60 * 60

/** Returns the client secret for Apple: a JWT signed with the private key that Apple issued. */
function createAppleSecret(apple: AppleKey, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: apple.keyId })
    .setIssuer(apple.teamId)
    .setSubject(apple.clientId)
    .setAudience(apple.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + VALID_SECONDS)
    .sign(createPrivateKey(apple.privateKey))
}
