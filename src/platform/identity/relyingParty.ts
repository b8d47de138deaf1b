import * as oidc from 'openid-client'
import type { Clock } from '#platform/clock/clock.ts'
import type { ProviderConfig } from '#platform/config/identitySettings.ts'
import { isLoopback } from '#platform/config/isLoopback.ts'
import type { Log } from '#platform/log/log.ts'
import { appleSecret } from './appleSecret.ts'
import { claimedBy } from './claimedBy.ts'
import type { Claimed, Journey } from './identity.ts'
import { identityErrorOf, isForgotten } from './identityErrorOf.ts'

/** The relying party for one provider. Every method rejects only with IdentityError. */
export type RelyingParty = {
  readonly begin: (redirectUri: string) => Promise<{ url: string; journey: Journey }>
  readonly finish: (back: { url: string; form: string | null; journey: Journey }) => Promise<Claimed>
  readonly revoke: (refreshToken: string) => Promise<void>
}

const TIMEOUT_SECONDS = 8
/** Discovery and the client secret for Apple are renewed after this time. The library refreshes the provider's keys itself. */
const DISCOVERED_FOR = 60 * 60 * 1000

/**
 * Implements the authorization code flow with PKCE for one provider. The library verifies responses with the system time; it
 * accepts no other clock.
 */
export function relyingParty(provider: ProviderConfig, log: Log, clock: Clock): RelyingParty {
  const discovered = discoverOnce(provider, clock)
  const guarded = async <T>(step: string, work: (config: oidc.Configuration) => Promise<T>): Promise<T> => {
    try {
      return await work(await discovered())
    } catch (thrown) {
      const { error, facts } = identityErrorOf(thrown)
      log.warn({ provider: provider.id, step, kind: error.kind, ...facts }, 'signing in with a provider failed')
      throw error
    }
  }
  return {
    begin: (redirectUri) => guarded('begin', (config) => begin(provider, config, redirectUri)),
    finish: (back) => guarded('finish', (config) => finish(provider, config, back)),
    revoke: (refreshToken) => guarded('revoke', (config) => revoke(config, refreshToken)),
  }
}

async function begin(provider: ProviderConfig, config: oidc.Configuration, redirectUri: string) {
  const journey = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(journey.verifier),
    code_challenge_method: 'S256',
    ...wishes(provider),
  })
  return { url: url.href, journey }
}

/** Apple sends name and address only with form_post. Google and Microsoft would silently take the account used last. */
function wishes({ kind }: ProviderConfig): Record<string, string> {
  if (kind === 'apple') return { scope: 'openid email name', response_mode: 'form_post' }
  if (kind === 'oidc') return { scope: 'openid email profile' }
  return { scope: 'openid email profile', prompt: 'select_account' }
}

async function finish(
  provider: ProviderConfig,
  config: oidc.Configuration,
  { url, form, journey }: { url: string; form: string | null; journey: Journey },
): Promise<Claimed> {
  const tokens = await oidc.authorizationCodeGrant(config, form === null ? new URL(url) : posted(url, form), {
    expectedState: journey.state,
    expectedNonce: journey.nonce,
    pkceCodeVerifier: journey.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const elsewhere = claims?.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
  const info = claims && elsewhere ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined
  return { ...claimedBy(provider, { claims, info, form }), refreshToken: tokens.refresh_token ?? null }
}

function posted(url: string, body: string): Request {
  return new Request(url, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body })
}

async function revoke(config: oidc.Configuration, refreshToken: string): Promise<void> {
  if (config.serverMetadata().revocation_endpoint === undefined) return
  try {
    await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' })
  } catch (thrown) {
    if (!isForgotten(thrown)) throw thrown
  }
}

function discoverOnce(provider: ProviderConfig, clock: Clock): () => Promise<oidc.Configuration> {
  let known: { readonly config: Promise<oidc.Configuration>; readonly until: number } | undefined
  return async () => {
    const now = clock.now().getTime()
    const current = known && now < known.until ? known : { config: discover(provider, clock), until: now + DISCOVERED_FOR }
    known = current
    try {
      return await current.config
    } catch (thrown) {
      if (known === current) known = undefined
      throw thrown
    }
  }
}

async function discover(provider: ProviderConfig, clock: Clock): Promise<oidc.Configuration> {
  // Without this check the library accepts an ID token that came over TLS without verifying its signature.
  const execute = [oidc.enableNonRepudiationChecks]
  if (isLoopback(provider.issuer)) execute.push(oidc.allowInsecureRequests)
  const authenticate =
    provider.kind === 'apple'
      ? oidc.ClientSecretPost(await appleSecret(provider, clock.now()))
      : withSecret(provider.clientSecret)
  return oidc.discovery(new URL(provider.issuer), provider.clientId, undefined, authenticate, {
    execute,
    timeout: TIMEOUT_SECONDS,
  })
}

/** Sends the secret in the body when the provider supports it, else in the header, which is the default of the standard. */
function withSecret(secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  const basic = oidc.ClientSecretBasic(secret)
  return (server, client, body, headers) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
    return (takesPost ? post : basic)(server, client, body, headers)
  }
}
