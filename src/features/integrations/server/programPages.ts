import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readPerson } from '#features/account/server.ts'
import { KiB, minutes } from '#kit/units.ts'
import type { AppConfig } from '#platform/config/appSettings.ts'
import type { Ground } from '#platform/ground.ts'
import { hashOfWord } from '#platform/oneTimeWord.ts'
import { NotFound } from '#platform/http/failures.ts'
import { type Operation, answering, parameter } from '#platform/http/openApi.ts'
import { addressPrefix } from '#platform/limits/addressPrefix.ts'
import { APPS } from '../contract.ts'
import { TOKEN_LIMIT } from '../rules.ts'
import { exchange } from './exchange.ts'
import { OAuthTrouble } from './oauth.ts'
import { deleteConnection, deleteToken, findAccess, findToken, noteUse } from './store.ts'
import { isSameWord } from './words.ts'

type Answer = Record<string, unknown>
type Handle = (asked: { app: string; program: AppConfig; request: FastifyRequest }) => Promise<Answer>

/** Registers the routes that programs call. They follow OAuth 2 and are therefore not part of the contract. */
export function programPages(app: FastifyInstance, ground: Ground): void {
  // In a plugin, so that the form parser applies only to these routes.
  void app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    const options = (operation: Operation) => ({ schema: { hide: true }, bodyLimit: 16 * KiB, config: { operation } })
    const answered = (handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) =>
      answer(ground, handle, request, reply)
    pages.post(
      '/auth/apps/:app/token',
      options(operation('token', 'Trades a code or a refresh token for tokens (OAuth 2)')),
      answered(token(ground)),
    )
    pages.post('/auth/apps/:app/revoke', options(operation('revoke', 'Ends a token (RFC 7009)')), answered(revoke(ground)))
    pages.get('/auth/apps/:app/account', options(ACCOUNT), answered(account(ground)))
  })
}

const APP = parameter('path', 'app', { type: 'string' })
const JSON_OBJECT = { type: 'object' }
const TROUBLE = {
  type: 'object',
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  required: ['error'],
}
const refused = (description: string) => answering(description, 'application/json', TROUBLE)

/** Errors of OAuth 2 have its own format. All other failures have the format of the other routes. */
const operation = (name: string, summary: string): Operation => ({
  operationId: `apps.${name}`,
  tags: ['apps'],
  summary,
  parameters: [APP],
  requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: JSON_OBJECT } } },
  responses: {
    200: answering('The answer.', 'application/json', JSON_OBJECT),
    400: refused('The request cannot be read, or what it brings does not count.'),
    401: refused('The program is not known, or its secret is wrong.'),
  },
  failures: [403, 404, 408, 413, 414, 415, 422],
})

const ACCOUNT: Operation = {
  operationId: 'apps.account',
  tags: ['apps'],
  summary: 'Whose account an access token of a program opens',
  isSignedIn: true,
  parameters: [APP],
  responses: {
    200: answering('The account.', 'application/json', JSON_OBJECT),
    400: refused('The address cannot be read.'),
    401: refused('The token is not valid, or not any more.'),
    403: refused('The token does not open this.'),
  },
  failures: [404, 414, 422, 429],
}

const token =
  (ground: Ground): Handle =>
  async ({ app, program, request }) => {
    const form = await formOfProgram(ground, program, request)
    const outcome = await exchange(ground, { app, program, form })
    if (outcome instanceof OAuthTrouble) throw outcome
    return outcome
  }

/** Revokes a token (RFC 7009). Revoking a refresh token ends the connection. An unknown token is no error. */
const revoke =
  (ground: Ground): Handle =>
  async ({ program, request }) => {
    const hash = hashOfWord((await formOfProgram(ground, program, request))['token'] ?? '')
    const found = await findToken(ground, hash)
    if (found?.kind === 'refresh') await deleteConnection(ground, found.connection_id)
    else await deleteToken(ground, hash)
    // @NOTE Zapier's client fails on an empty body, so the response is always JSON.
    return {}
  }

/** Returns the account of an access token. Programs use it to test and to name a connection. */
const account =
  (ground: Ground): Handle =>
  async ({ app, program, request }) => {
    const word = /^bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const access = word && (await findAccess(ground, hashOfWord(word), app))
    if (!access) throw new OAuthTrouble('invalid_token', 'the access token is invalid or expired', 401)
    if (!access.scopes.includes('profile')) throw new OAuthTrouble('insufficient_scope', 'needs the scope profile', 403)
    await ground.limits.take(`apps.account:${access.connection_id}`, { most: 60, within: minutes(1) })
    const lately = ground.clock.now().getTime() - minutes(1)
    if (!access.last_used_at || access.last_used_at.getTime() <= lately) await noteUse(ground, access.connection_id)
    const { nickname, email, isRelay } = await readPerson(ground, access.user_id)
    const id_hash = createHash('sha256').update(`${program.clientId}:${access.user_id}`).digest('hex')
    return { id_hash, nickname, email: isRelay ? '' : email }
  }

async function answer(ground: Ground, handle: Handle, request: FastifyRequest, reply: FastifyReply) {
  const { app } = request.params as { app: string }
  const known = APPS.find((one) => one === app)
  const program = known && ground.config.apps[known]
  if (!program) throw new NotFound()
  void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
  try {
    return await reply.send(await handle({ app, program, request }))
  } catch (error) {
    if (!(error instanceof OAuthTrouble)) throw error
    if (error.httpStatus === 401) void reply.header('www-authenticate', challengeFor(request, error))
    return reply.code(error.httpStatus).send({ error: error.error, error_description: error.message })
  }
}

const challengeFor = ({ method }: FastifyRequest, { error }: OAuthTrouble): string =>
  method === 'GET' ? `Bearer error="${error}"` : 'Basic realm="programs"'

/**
 * Authenticates the program by its header or by the form (RFC 6749 §2.3.1) and returns the form. Requests with a wrong secret are
 * limited per network, so that they do not use up the program's own limit.
 */
async function formOfProgram(ground: Ground, program: AppConfig, request: FastifyRequest): Promise<Record<string, string>> {
  if (typeof request.body !== 'string') throw new OAuthTrouble('invalid_request', 'the content must be a form')
  const pairs = [...new URLSearchParams(request.body)]
  const form = Object.fromEntries(pairs)
  if (Object.keys(form).length < pairs.length) throw new OAuthTrouble('invalid_request', 'a parameter stands there twice')
  const [id, secret] = inHeader(request) ?? [form['client_id'] ?? '', form['client_secret'] ?? '']
  const [isId, isSecret] = [isSameWord(id, program.clientId), isSameWord(secret, program.clientSecret)]
  if (!isId || !isSecret) {
    await ground.limits.take(`apps.wrong:${addressPrefix(request.ip)}`, TOKEN_LIMIT)
    throw new OAuthTrouble('invalid_client', 'the program is not known, or its secret is wrong', 401)
  }
  await ground.limits.take(`apps.token:${program.clientId}`, TOKEN_LIMIT)
  return form
}

function inHeader({ headers }: FastifyRequest): [string, string] | null {
  const said = /^basic\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  if (said === undefined) return null
  const [id = '', ...secret] = Buffer.from(said, 'base64').toString().split(':')
  return [unescaped(id), unescaped(secret.join(':'))]
}

/**
 * Decodes a form-encoded credential. Many programs send credentials unencoded; text that cannot be decoded is returned as it is.
 */
function unescaped(word: string): string {
  try {
    return decodeURIComponent(word)
  } catch {
    return word
  }
}
