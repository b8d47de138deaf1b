import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { safeReturnPath } from '#kit/paths.ts'
import { KiB, minutes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { NotFound, TooMany } from '#platform/http/failures.ts'
import { type Operation, parameter } from '#platform/http/openApi.ts'
import { from } from '#platform/http/serve.ts'
import { type Claimed, IdentityError, type Provider } from '#platform/identity/identity.ts'
import { addressPrefix } from '#platform/limits/addressPrefix.ts'
import { browserCookie, isSameBrowser } from './cookies.ts'
import { openWords, sealWords } from './doorWords.ts'
import { hashOfWord } from '#platform/oneTimeWord.ts'
import { accountOf } from './ssoLogin.ts'
import { keepTicket } from './ssoTickets.ts'
import { type JourneyRow, insertJourney, takeJourney, takeTicket } from './storeWays.ts'

const JOURNEY_LIFE = minutes(10)
const LONGEST_PATH = 2000

/** Why a sign-in with a provider failed. This is all that the page learns. */
type Trouble = 'denied' | 'failed' | 'closed' | 'expired' | 'unreachable' | 'busy'

const word = z.string().max(200).optional().catch(undefined)
const StartQuery = z.object({
  from_url: z.string().max(LONGEST_PATH).optional().catch(undefined),
  setup: word,
  invitation: word,
  bind: word,
  /** Set by this server when it redirects to its public URL. Prevents a redirect loop behind a proxy that changes the host. */
  here: word,
})

/** Redirects to an identity provider and its callback. The browser navigates to these URLs, so they are not in the contract. */
export function ssoPages(app: FastifyInstance, ground: Ground): void {
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
      const says = troubleOf(ground, error)
      const mode = StartQuery.parse(request.query).bind === undefined ? 'login' : 'bind'
      return redirect(reply, troubleUrl(ground.config.publicUrl, mode, says, fromPathIn(ground, request)))
    })
    pages.get(
      '/auth/sso/:provider/start',
      options('start', 'Leads the browser to an identity provider'),
      async (request, reply) => start(ground, request, reply),
    )
    pages.get(
      '/auth/sso/:provider/callback',
      options('callback', 'Where the provider leads the browser back to'),
      async (request, reply) => comeBack(ground, request, reply, null),
    )
    pages.post(
      '/auth/sso/:provider/callback',
      options('postedCallback', 'The same, for a provider that posts its answer'),
      async (request, reply) => comeBack(ground, request, reply, typeof request.body === 'string' ? request.body : ''),
    )
  })
}

/** Describes a page that the browser navigates to. Every response is a redirect. */
const operation = (name: string, summary: string): Operation => ({
  operationId: `ssoPages.${name}`,
  tags: ['sso'],
  summary,
  parameters: [parameter('path', 'provider', { type: 'string' })],
  responses: { 303: { description: 'To the provider, or to a page that says what became of it.' } },
  failures: [403],
})

async function start(ground: Ground, request: FastifyRequest, reply: FastifyReply) {
  const { publicUrl } = ground.config
  const provider = providerIn(ground, request)
  const query = StartQuery.parse(request.query)
  const fromPath = fromPathIn(ground, request)
  await ground.limits.take(`sso.start:${addressPrefix(request.ip)}`, { most: 20, within: minutes(1) })
  if (!query.here && !isAtPublicUrl(publicUrl, request)) {
    const { bind, invitation, setup } = query
    const same = withWords({ from_url: fromPath, bind, invitation, setup, here: '1' })
    return redirect(reply, `${publicUrl}/api/auth/sso/${provider.id}/start?${same}`)
  }
  const binding = query.bind === undefined ? undefined : await whoBinds(ground, query.bind, provider)
  if (binding === null) return redirect(reply, troubleUrl(publicUrl, 'bind', 'expired', fromPath))
  const mode = binding ? 'bind' : 'login'
  try {
    const { url, journey } = await ground.identity.begin(provider.id, { redirectUri: redirectUri(publicUrl, provider) })
    const { hash, setCookie } = browserCookie(request.headers.cookie, { publicUrl, kind: provider.kind })
    await insertJourney(ground, {
      state_hash: hashOfWord(journey.state),
      cookie_hash: hash,
      provider: provider.id,
      nonce: journey.nonce,
      verifier: journey.verifier,
      mode,
      user_id: binding ?? null,
      from_path: fromPath,
      words_sealed: sealWords(ground, { setupToken: query.setup, invitation: query.invitation }, aboutWords(journey.state)),
      expires_at: new Date(ground.clock.now().getTime() + JOURNEY_LIFE),
    })
    return await redirect(reply.header('set-cookie', setCookie), url)
  } catch (error) {
    return redirect(reply, troubleUrl(publicUrl, mode, troubleOf(ground, error), fromPath))
  }
}

async function comeBack(ground: Ground, request: FastifyRequest, reply: FastifyReply, form: string | null) {
  const { publicUrl } = ground.config
  const provider = providerIn(ground, request)
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  const state = new URLSearchParams(form ?? search).get('state') ?? ''
  const oidcState = await takeJourney(ground, hashOfWord(state))
  if (!oidcState || oidcState.expires_at <= ground.clock.now())
    return redirect(reply, troubleUrl(publicUrl, oidcState?.mode ?? 'login', 'expired', oidcState?.from_path))
  const trouble = (says: Trouble) => redirect(reply, troubleUrl(publicUrl, oidcState.mode, says, oidcState.from_path))
  // Started in another browser or with another provider: an attacker may have sent their own callback URL to a victim.
  if (oidcState.provider !== provider.id || !isSameBrowser(request.headers.cookie, publicUrl, oidcState.cookie_hash))
    return trouble('failed')
  try {
    const url = redirectUri(publicUrl, provider) + search
    const journey = { state, nonce: oidcState.nonce, verifier: oidcState.verifier }
    const claimed = await ground.identity.finish(provider.id, { url, form, journey })
    const arrived = await arrive(ground, request, { provider, claimed, oidcState, state })
    return arrived === 'closed' ? await trouble('closed') : await redirect(reply, arrived)
  } catch (error) {
    return trouble(troubleOf(ground, error))
  }
}

type Arrived = { provider: Provider; claimed: Claimed; oidcState: JourneyRow; state: string }

/** Returns the URL to redirect to with a ticket. The ticket is in the fragment, which browsers do not send to servers. */
async function arrive(ground: Ground, request: FastifyRequest, { provider, claimed, oidcState, state }: Arrived) {
  const { publicUrl } = ground.config
  const ticket = { cookieHash: oidcState.cookie_hash, provider: provider.id }
  if (oidcState.mode === 'bind' && oidcState.user_id) {
    const bindTicket = await keepTicket(ground, { ...ticket, purpose: 'bind', userId: oidcState.user_id, claimed })
    return `${publicUrl}/?profile=open#${withWords({ bind_ticket: bindTicket })}`
  }
  const words = openWords(ground, oidcState.words_sealed, aboutWords(state))
  const outcome = await accountOf(ground, { provider, claimed, from: from(request), words })
  if (outcome === 'closed') return 'closed'
  const { userId, isNew } = outcome
  const loginTicket = await keepTicket(ground, { ...ticket, purpose: 'login', userId, isNew })
  return `${publicUrl}/login#${withWords({ ticket: loginTicket, from_url: oidcState.from_path })}`
}

/** Returns the path to open after the sign-in, or `/` if it leads to another site or is too long for a header. */
function fromPathIn(ground: Ground, request: FastifyRequest): string {
  const path = safeReturnPath(StartQuery.parse(request.query).from_url, new URL(ground.config.publicUrl).origin)
  return path.length > LONGEST_PATH ? '/' : path
}

function providerIn(ground: Ground, request: FastifyRequest): Provider {
  const { provider: id } = request.params as { provider: string }
  const provider = ground.identity.providers.find((one) => one.id === id)
  if (!provider) throw new NotFound()
  return provider
}

/** Returns the user who started the binding, or null if the ticket is not valid. */
async function whoBinds(ground: Ground, bindWord: string, provider: Provider): Promise<string | null> {
  const ticket = await takeTicket(ground, hashOfWord(bindWord))
  const holds = ticket?.purpose === 'begin-bind' && ticket.provider === provider.id && ticket.expires_at > ground.clock.now()
  return holds ? ticket.user_id : null
}

/** Built from the public URL and never from the Host header (§ abuse case 25). */
const redirectUri = (publicUrl: string, { id }: Provider): string => `${publicUrl}/api/auth/sso/${id}/callback`

const aboutWords = (state: string): string => `journey:${hashOfWord(state).toString('base64url')}`

function isAtPublicUrl(publicUrl: string, request: FastifyRequest): boolean {
  const { protocol, host } = new URL(publicUrl)
  return URL.parse(`${protocol}//${request.host}`)?.host === host
}

function troubleOf(ground: Ground, error: unknown): Trouble {
  if (error instanceof TooMany) return 'busy'
  if (!(error instanceof IdentityError)) {
    const isTheirs = error instanceof NotFound || Number((error as { statusCode?: number }).statusCode) < 500
    if (!isTheirs) ground.log.error({ err: error }, 'a way to an identity provider or back broke off')
    return 'failed'
  }
  if (error.kind !== 'denied') ground.log.warn({ err: error }, 'a sign-in by an identity provider failed')
  return error.kind === 'refused' ? 'failed' : error.kind
}

function troubleUrl(publicUrl: string, mode: JourneyRow['mode'], trouble: Trouble, fromPath = '/'): string {
  return mode === 'bind'
    ? `${publicUrl}/?profile=open#${withWords({ sso_error: trouble })}`
    : `${publicUrl}/login#${withWords({ sso_error: trouble, from_url: fromPath })}`
}

function withWords(words: Record<string, string | undefined>): string {
  return new URLSearchParams(Object.entries(words).filter((pair): pair is [string, string] => pair[1] !== undefined)).toString()
}

const redirect = (reply: FastifyReply, url: string) =>
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(url, 303)
