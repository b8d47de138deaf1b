import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readAccountProfile } from '#features/account/server.ts'
import { KiB, minutes } from '#shared/units.ts'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { AppContext } from '#platform/context.ts'
import { equalInConstantTime, hashToken } from '#platform/crypto/hashes.ts'
import { NotFound } from '#platform/http/errors.ts'
import { type Operation, responseBody, parameter } from '#platform/http/openApi.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { APPS } from '../contract.ts'
import { TOKEN_LIMIT } from '../rules.ts'
import { exchange } from './exchange.ts'
import { OAuthError } from './oauth.ts'
import { deleteConnection, deleteToken, findAccessToken, findToken, updateLastUsed } from './store.ts'

type JsonObject = Record<string, unknown>
type Handler = (input: { app: string; program: AppConfig; request: FastifyRequest }) => Promise<JsonObject>

/** Registers the routes that programs call. They follow OAuth 2 and are therefore not part of the contract. */
export function oauthRoutes(app: FastifyInstance, ctx: AppContext): void {
  // In a plugin, so that the form parser applies only to these routes.
  void app.register(async (plugin) => {
    plugin.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const options = (operation: Operation) => ({ schema: { hide: true }, bodyLimit: 16 * KiB, config: { operation } })
    const wrap = (handle: Handler) => async (request: FastifyRequest, reply: FastifyReply) =>
      runHandler(ctx, handle, request, reply)
    plugin.post(
      '/auth/apps/:app/token',
      options(formOperation('token', 'Exchange a code or a refresh token for tokens (OAuth 2)')),
      wrap(handleToken(ctx)),
    )
    plugin.post('/auth/apps/:app/revoke', options(formOperation('revoke', 'Revoke a token (RFC 7009)')), wrap(handleRevoke(ctx)))
    plugin.get('/auth/apps/:app/account', options(ACCOUNT_OPERATION), wrap(handleAccount(ctx)))
  })
}

const APP_PARAMETER = parameter('path', 'app', { type: 'string' })
const JSON_OBJECT = { type: 'object' }
const ERROR_SCHEMA = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error'],
}
const errorResponse = (description: string) => responseBody(description, 'application/json', ERROR_SCHEMA)

/** Errors of OAuth 2 have its own format. All other failures have the format of the other routes. */
const formOperation = (name: string, summary: string): Operation => ({
  operationId: `apps.${name}`,
  tags: ['apps'],
  summary,
  parameters: [APP_PARAMETER],
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: JSON_OBJECT } } },
  responses: {
    200: responseBody('The answer.', 'application/json', JSON_OBJECT),
    400: errorResponse('The request cannot be read, or what it brings does not count.'),
    401: errorResponse('The program is not known, or its secret is wrong.'),
  },
  failures: [403, 404, 408, 413, 414, 415, 422],
})

const ACCOUNT_OPERATION: Operation = {
  operationId: 'apps.account',
  tags: ['apps'],
  summary: "Get the account of an app's access token",
  isSignedIn: true,
  parameters: [APP_PARAMETER],
  responses: {
    200: responseBody('The account.', 'application/json', JSON_OBJECT),
    400: errorResponse('The address cannot be read.'),
    401: errorResponse('The token is not valid, or not any more.'),
    403: errorResponse('The token does not open this.'),
  },
  failures: [404, 414, 422, 429],
}

const handleToken =
  (ctx: AppContext): Handler =>
  async ({ app, program, request }) => {
    const form = await authenticateProgram(ctx, program, request)
    const exchanged = await exchange(ctx, { app, program, form })
    if ('error' in exchanged) throw exchanged.error
    return exchanged.tokens
  }

/** Revokes a token (RFC 7009). Revoking a refresh token ends the connection. An unknown token is no error. */
const handleRevoke =
  (ctx: AppContext): Handler =>
  async ({ program, request }) => {
    const hash = hashToken((await authenticateProgram(ctx, program, request))['token'] ?? '')
    const found = await findToken(ctx, hash)
    if (found?.kind === 'refresh') await deleteConnection(ctx, found.connection_id)
    else await deleteToken(ctx, hash)
    // @NOTE Zapier's client fails on an empty body, so the response is always JSON.
    return {}
  }

/** Returns the account of an access token. Programs use it to test and to name a connection. */
const handleAccount =
  (ctx: AppContext): Handler =>
  async ({ app, program, request }) => {
    const accessToken = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const access = accessToken && (await findAccessToken(ctx, hashToken(accessToken), app))
    if (!access) throw new OAuthError('invalid_token', 'the access token is invalid or expired', 401)
    if (!access.scopes.includes('profile')) throw new OAuthError('insufficient_scope', 'needs the scope profile', 403)
    await ctx.limits.consume(`apps.account:${access.connection_id}`, { max: 60, within: minutes(1) })
    const oneMinuteAgo = ctx.clock.now().getTime() - minutes(1)
    if (!access.last_used_at || access.last_used_at.getTime() <= oneMinuteAgo) await updateLastUsed(ctx, access.connection_id)
    const { nickname, email, isRelay } = await readAccountProfile(ctx, access.user_id)
    const id_hash = createHash('sha256').update(`${program.clientId}:${access.user_id}`).digest('hex')
    return { id_hash, nickname, email: isRelay ? '' : email }
  }

async function runHandler(ctx: AppContext, handle: Handler, request: FastifyRequest, reply: FastifyReply) {
  const { app } = request.params as { app: string }
  const appName = APPS.find((name) => name === app)
  const program = appName && ctx.config.apps[appName]
  if (!program) throw new NotFound()
  void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  try {
    return await reply.send(await handle({ app, program, request }))
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error
    if (error.httpStatus === 401) void reply.header('www-authenticate', challengeFor(request, error))
    return reply.code(error.httpStatus).send({ error: error.error, error_description: error.message })
  }
}

const challengeFor = ({ method }: FastifyRequest, { error }: OAuthError): string =>
  method === 'GET' ? `Bearer error="${error}"` : 'Basic realm="programs"'

/**
 * Authenticates the program by its header or by the form (RFC 6749 §2.3.1) and returns the form. A program without a secret sends
 * its client id alone. Requests with a wrong secret are
 * limited per network, so that they do not use up the program's own limit.
 */
async function authenticateProgram(
  ctx: AppContext,
  program: AppConfig,
  request: FastifyRequest,
): Promise<Record<string, string>> {
  if (typeof request.body !== 'string') throw new OAuthError('invalid_request', 'the content must be a form')
  const pairs = [...new URLSearchParams(request.body)]
  const form = Object.fromEntries(pairs)
  if (Object.keys(form).length < pairs.length) throw new OAuthError('invalid_request', 'a parameter stands there twice')
  const [id, secret] = readBasicCredentials(request) ?? [form['client_id'] ?? '', form['client_secret'] ?? '']
  const [isIdCorrect, isSecretCorrect] = [
    equalInConstantTime(id, program.clientId),
    equalInConstantTime(secret, program.clientSecret ?? ''),
  ]
  if (!isIdCorrect || !isSecretCorrect) {
    await ctx.limits.consume(`apps.wrong:${networkOf(request.ip)}`, TOKEN_LIMIT)
    throw new OAuthError('invalid_client', 'the program is not known, or its secret is wrong', 401)
  }
  await ctx.limits.consume(`apps.token:${program.clientId}`, TOKEN_LIMIT)
  return form
}

function readBasicCredentials({ headers }: FastifyRequest): [string, string] | null {
  const credentials = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (credentials === undefined) return null
  const [id = '', ...secret] = Buffer.from(credentials, 'base64').toString().split(':')
  return [decodeCredential(id), decodeCredential(secret.join(':'))]
}

/**
 * Decodes a form-encoded credential. Many programs send credentials unencoded; text that cannot be decoded is returned as it is.
 */
function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
