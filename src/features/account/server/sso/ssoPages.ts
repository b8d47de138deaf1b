import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { safeReturnPath } from '#shared/paths.ts'
import { KiB, minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound, TooManyRequests } from '#platform/http/errors.ts'
import { type Operation, parameter } from '#platform/http/openApi.ts'
import { from } from '#platform/http/serve.ts'
import { type ProviderIdentity, IdentityError, type Provider } from '#platform/identity/identity.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { browserCookie, isSameBrowser } from './browserCookie.ts'
import { decryptSignUpTokens, encryptSignUpTokens } from '../sign-up/signUp.ts'
import { hashToken } from '#platform/crypto/hashes.ts'
import { findOrCreateAccount } from './findOrCreateAccount.ts'
import { createTicket } from './ssoTickets.ts'
import { type OidcStateRow, insertOidcState, consumeOidcState, consumeTicket } from '../storeSignInMethods.ts'

const OIDC_STATE_LIFETIME = minutes(10)
const PATH_MAX = 2000

/** Why a sign-in with a provider failed. The page learns nothing else. */
type SsoError = 'denied' | 'failed' | 'closed' | 'expired' | 'unreachable' | 'busy'

const optionalToken = z.string().max(200).optional().catch(undefined)
const StartQuery = z.object({
  from_url: z.string().max(PATH_MAX).optional().catch(undefined),
  setup: optionalToken,
  invitation: optionalToken,
  bind: optionalToken,
  /** Set by this server when it redirects to its public URL. Prevents a redirect loop behind a proxy that changes the host. */
  here: optionalToken,
})

/** Redirects to an identity provider and its callback. The browser navigates to these URLs, so they are not in the contract. */
export function ssoPages(app: FastifyInstance, ctx: AppContext): void {
  // A separate plugin, so that no other route of this server parses forms.
  void app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const options = (name: string, summary: string) => ({
      schema: { hide: true },
      bodyLimit: 64 * KiB,
      config: { operation: operation(name, summary) },
    })
    // The browser shows these responses, so errors redirect to a page with an error code and never return JSON.
    pages.setErrorHandler((error, request, reply) => {
      const errorCode = errorCodeOf(ctx, error)
      const mode = StartQuery.parse(request.query).bind === undefined ? 'login' : 'bind'
      return redirect(reply, errorUrl(ctx.config.publicUrl, mode, errorCode, returnPathOf(ctx, request)))
    })
    pages.get(
      '/auth/sso/:provider/start',
      options('start', 'Redirect the browser to an identity provider'),
      async (request, reply) => startSignIn(ctx, request, reply),
    )
    pages.get(
      '/auth/sso/:provider/callback',
      options('callback', 'Receive the redirect of the provider'),
      async (request, reply) => handleCallback(ctx, request, reply, null),
    )
    pages.post(
      '/auth/sso/:provider/callback',
      options('postedCallback', 'Receive the response of a provider that posts it'),
      async (request, reply) => handleCallback(ctx, request, reply, typeof request.body === 'string' ? request.body : ''),
    )
  })
}

/** Describes a page that the browser navigates to. Every response is a redirect. */
const operation = (name: string, summary: string): Operation => ({
  operationId: `ssoPages.${name}`,
  tags: ['sso'],
  summary,
  parameters: [parameter('path', 'provider', { type: 'string' })],
  responses: { 303: { description: 'Redirects to the provider, or to a page that shows the result.' } },
  failures: [403],
})

async function startSignIn(ctx: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const { publicUrl } = ctx.config
  const provider = providerOf(ctx, request)
  const query = StartQuery.parse(request.query)
  const fromPath = returnPathOf(ctx, request)
  await ctx.limits.consume(`sso.start:${networkOf(request.ip)}`, { max: 20, within: minutes(1) })
  if (!query.here && !isAtPublicUrl(publicUrl, request)) {
    const { bind, invitation, setup } = query
    const parameters = toQuery({ from_url: fromPath, bind, invitation, setup, here: '1' })
    return redirect(reply, `${publicUrl}/api/auth/sso/${provider.id}/start?${parameters}`)
  }
  const bindingUserId = query.bind === undefined ? undefined : await redeemBindTicket(ctx, query.bind, provider)
  if (bindingUserId === null) return redirect(reply, errorUrl(publicUrl, 'bind', 'expired', fromPath))
  const mode = bindingUserId ? 'bind' : 'login'
  try {
    const { url, oidcState } = await ctx.identity.begin(provider.id, { redirectUri: redirectUri(publicUrl, provider) })
    const { hash, setCookie } = browserCookie(request.headers.cookie, { publicUrl, kind: provider.kind })
    await insertOidcState(ctx, {
      state_hash: hashToken(oidcState.state),
      cookie_hash: hash,
      provider: provider.id,
      nonce: oidcState.nonce,
      verifier: oidcState.verifier,
      mode,
      user_id: bindingUserId ?? null,
      from_path: fromPath,
      sign_up_tokens_encrypted: encryptSignUpTokens(
        ctx,
        { setupToken: query.setup, invitation: query.invitation },
        signUpTokensContext(oidcState.state),
      ),
      expires_at: new Date(ctx.clock.now().getTime() + OIDC_STATE_LIFETIME),
    })
    return await redirect(reply.header('set-cookie', setCookie), url)
  } catch (error) {
    return redirect(reply, errorUrl(publicUrl, mode, errorCodeOf(ctx, error), fromPath))
  }
}

async function handleCallback(ctx: AppContext, request: FastifyRequest, reply: FastifyReply, form: string | null) {
  const { publicUrl } = ctx.config
  const provider = providerOf(ctx, request)
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  const state = new URLSearchParams(form ?? search).get('state') ?? ''
  const oidcState = await consumeOidcState(ctx, hashToken(state))
  if (!oidcState || oidcState.expires_at <= ctx.clock.now())
    return redirect(reply, errorUrl(publicUrl, oidcState?.mode ?? 'login', 'expired', oidcState?.from_path))
  const redirectWithError = (errorCode: SsoError) =>
    redirect(reply, errorUrl(publicUrl, oidcState.mode, errorCode, oidcState.from_path))
  // Started in another browser or with another provider: an attacker may have sent their own callback URL to a victim.
  if (oidcState.provider !== provider.id || !isSameBrowser(request.headers.cookie, publicUrl, oidcState.cookie_hash))
    return redirectWithError('failed')
  try {
    const url = redirectUri(publicUrl, provider) + search
    const providerState = { state, nonce: oidcState.nonce, verifier: oidcState.verifier }
    const claims = await ctx.identity.finish(provider.id, { url, form, oidcState: providerState })
    const signedIn = await completeSignIn(ctx, request, { provider, claims, oidcState, state })
    return await ('refused' in signedIn ? redirectWithError(signedIn.refused) : redirect(reply, signedIn.url))
  } catch (error) {
    return redirectWithError(errorCodeOf(ctx, error))
  }
}

type CallbackResult = { provider: Provider; claims: ProviderIdentity; oidcState: OidcStateRow; state: string }

/** Returns the URL to redirect to with a ticket. The ticket is in the fragment, which browsers do not send to servers. */
async function completeSignIn(ctx: AppContext, request: FastifyRequest, { provider, claims, oidcState, state }: CallbackResult) {
  const { publicUrl } = ctx.config
  const ticket = { cookieHash: oidcState.cookie_hash, provider: provider.id }
  if (oidcState.mode === 'bind' && oidcState.user_id) {
    const bindTicket = await createTicket(ctx, { ...ticket, purpose: 'bind', userId: oidcState.user_id, claims })
    return { url: `${publicUrl}/?profile=open#${toQuery({ bind_ticket: bindTicket })}` }
  }
  const signUpTokens = decryptSignUpTokens(ctx, oidcState.sign_up_tokens_encrypted, signUpTokensContext(state))
  const outcome = await findOrCreateAccount(ctx, { provider, claims, from: from(request), signUpTokens })
  if ('refused' in outcome) return outcome
  const { userId, isNew } = outcome
  const loginTicket = await createTicket(ctx, { ...ticket, purpose: 'login', userId, isNew })
  return { url: `${publicUrl}/login#${toQuery({ ticket: loginTicket, from_url: oidcState.from_path })}` }
}

/** Returns the path to open after the sign-in, or `/` if it leads to another site or is too long for a header. */
function returnPathOf(ctx: AppContext, request: FastifyRequest): string {
  const path = safeReturnPath(StartQuery.parse(request.query).from_url, new URL(ctx.config.publicUrl).origin)
  return path.length > PATH_MAX ? '/' : path
}

function providerOf(ctx: AppContext, request: FastifyRequest): Provider {
  const { provider: id } = request.params as { provider: string }
  const provider = ctx.identity.providers.find((candidate) => candidate.id === id)
  if (!provider) throw new NotFound()
  return provider
}

/** Returns the user who started the binding, or null if the ticket is not valid. */
async function redeemBindTicket(ctx: AppContext, bindTicket: string, provider: Provider): Promise<string | null> {
  const ticket = await consumeTicket(ctx, hashToken(bindTicket))
  const isValid = ticket?.purpose === 'begin-bind' && ticket.provider === provider.id && ticket.expires_at > ctx.clock.now()
  return isValid ? ticket.user_id : null
}

/** Built from the public URL and never from the Host header, which a client can forge. */
const redirectUri = (publicUrl: string, { id }: Provider): string => `${publicUrl}/api/auth/sso/${id}/callback`

const signUpTokensContext = (state: string): string => `oidc-state:${hashToken(state).toString('base64url')}`

function isAtPublicUrl(publicUrl: string, request: FastifyRequest): boolean {
  const { protocol, host } = new URL(publicUrl)
  return URL.parse(`${protocol}//${request.host}`)?.host === host
}

function errorCodeOf(ctx: AppContext, error: unknown): SsoError {
  if (error instanceof TooManyRequests) return 'busy'
  if (!(error instanceof IdentityError)) {
    const isClientError = error instanceof NotFound || Number((error as { statusCode?: number }).statusCode) < 500
    if (!isClientError) ctx.log.error({ err: error }, 'a sign-in with an identity provider failed unexpectedly')
    return 'failed'
  }
  if (error.kind !== 'denied') ctx.log.warn({ err: error }, 'a sign-in with an identity provider failed')
  return error.kind === 'refused' ? 'failed' : error.kind
}

function errorUrl(publicUrl: string, mode: OidcStateRow['mode'], errorCode: SsoError, fromPath = '/'): string {
  return mode === 'bind'
    ? `${publicUrl}/?profile=open#${toQuery({ sso_error: errorCode })}`
    : `${publicUrl}/login#${toQuery({ sso_error: errorCode, from_url: fromPath })}`
}

function toQuery(parameters: Record<string, string | undefined>): string {
  return new URLSearchParams(
    Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined),
  ).toString()
}

const redirect = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303)
