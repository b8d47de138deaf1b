import { randomUUID } from 'node:crypto'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import type { OpenAPIV3 } from 'openapi-types'
import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { BODY_LIMIT, READ_ONLY } from '#shared/contract.ts'
import { KiB, days, minutes, seconds } from '#shared/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import { ComputeLimitError } from '#platform/compute/compute.ts'
import { isDatabaseUnavailable, isDeadlock, isAccountRemoved } from '#platform/db/errors.ts'
import type { Log } from '#platform/log/log.ts'
import { type Clock, systemClock } from '#platform/clock/clock.ts'
import { compressResponses, ENCRYPT_RESPONSE } from './responseEncoding.ts'
import { Invalid, NotFound, NotModified, NotSignedIn, RefusalError, TooManyRequests, isDisconnect } from './errors.ts'
import { limitConnections } from './limitConnections.ts'
import { answerMalformed, refuseMalformed, rewriteMalformed } from './malformedRequests.ts'
import { limitBodyTime } from './limitBodyTime.ts'
import { describeRoutes, declaredStatuses } from './openApi.ts'
import { parseJson } from './parseInput.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True outside production: replies are validated against their contracts. */
    checksReplies: boolean
    /** True while the server shuts down. Every response then closes its connection. */
    draining: boolean
  }
}

export type HttpOptions = {
  log: Log
  checksReplies: boolean
  version: string
  trustProxy?: string | false
  https?: boolean
  /** Additional origins the page may connect to. */
  connectOrigins?: readonly string[]
  /** Additional origin for uploads and playback of audio: an object store. */
  mediaOrigin?: string | null
  /** Origin of the API that the page calls, and of the audio it links to, if it is not this server (A§7). */
  apiOrigin?: string | null
  /** Additional origin of the page's scripts, styles and images (A§7). */
  assetOrigin?: string | null
  /** Open connections per client address; 0 for no limit. */
  connectionsPerAddress?: number
  clock?: Clock
}

/**
 * Returns a Fastify instance with response envelope, error handling, security headers and OpenAPI document. Features add the
 * routes.
 */
export async function createHttpServer({
  log,
  checksReplies,
  version,
  trustProxy = false,
  https = false,
  connectOrigins = [],
  mediaOrigin = null,
  apiOrigin = null,
  assetOrigin = null,
  connectionsPerAddress = 0,
  clock = systemClock,
}: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => readRequestId(headers['x-request-id']) ?? randomUUID(),
    trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 0,
    // An upload of a part may take hours; a connection without any traffic is dead.
    connectionTimeout: minutes(5),
    // `refuseMalformed` checks the Host header.
    http: { headersTimeout: seconds(20), connectionsCheckingInterval: seconds(5), requireHostHeader: false },
    rewriteUrl: rewriteMalformed,
    clientErrorHandler: answerMalformed({ log, https }),
    forceCloseConnections: 'idle',
    // Contracts limit their parameters; the router would refuse a long one without any header.
    routerOptions: { maxParamLength: MAX_URL_LENGTH, ignoreTrailingSlash: true },
  }) as unknown as FastifyInstance
  app.decorate('checksReplies', checksReplies)
  app.decorate('draining', false)
  app.setValidatorCompiler(() => () => true) // `serve` validates after authentication
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setErrorHandler(sendFailure)
  app.setNotFoundHandler(async (request, reply) => sendFailure(new NotFound(), request, reply))
  addJsonParser(app)
  // Tells browsers to use only https when the public URL is https.
  await app.register(helmet, {
    ...securityHeaders({
      connect: connectOrigins,
      media: [mediaOrigin, apiOrigin].filter((origin) => origin !== null),
      assets: assetOrigin ? [assetOrigin] : [],
    }),
    hsts: https && { maxAge: days(180) / 1000, includeSubDomains: false },
  })
  addCommonHeaders(app)
  refuseMalformed(app)
  limitConnections(app, { max: connectionsPerAddress, trustProxy, clock, log })
  limitBodyTime(app, clock)
  if (checksReplies) checkStatuses(app)
  const { complete } = describeRoutes(app)
  await compressResponses(app)
  await app.register(swagger, {
    openapi: {
      info: { title: 'Earshot', version, description: API_DESCRIPTION },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (result) => complete('openapiObject' in result ? result.openapiObject : {}) as Partial<OpenAPIV3.Document>,
  })
  return app
}

/** Returns the client's request id (A§7), so that a call has the same id in both logs. Null unless it is plain short text. */
const readRequestId = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.~:-]{1,64}$/.test(header) ? header : null

/** Node refuses longer headers. */
const MAX_URL_LENGTH = 16 * KiB

/** The page runs no inline scripts and loads only from the given origins. WebAssembly is needed for the MP3 encoder. */
const securityHeaders = ({ connect, media, assets }: Record<'connect' | 'media' | 'assets', readonly string[]>) => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...assets],
      // @NOTE Base UI positions its pop-ups with style attributes. Style elements are never allowed.
      styleSrc: ["'self'", ...assets],
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...assets],
      mediaSrc: ["'self'", 'blob:', ...media],
      // The service worker fetches the assets it caches.
      connectSrc: ["'self'", ...connect, ...media, ...assets],
      fontSrc: ["'self'", ...assets],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
  },
  crossOriginResourcePolicy: { policy: 'cross-origin' as const },
})

const EXPOSED_HEADERS = 'ETag, X-Request-Id, Retry-After, X-Encrypted-Response, X-Read-Only'

function addCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (app.draining) reply.header('connection', 'close')
    // The API uses bearer tokens and no cookies, so another origin can read nothing that it could not fetch itself.
    reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED_HEADERS)
    if (request.method === 'OPTIONS') {
      reply.header('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE').header('access-control-max-age', '86400')
      reply.header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      await reply.code(204).send()
    }
  })
}

const API_DESCRIPTION = `Every answer is JSON with \`status\`, \`msg\` and \`request_id\`. 0 is success; a refusal is HTTP 200 with a negative \`status\`.
With the header \`${ENCRYPT_RESPONSE}\` the answer comes encrypted, as { "sealed": … }.`

/** Turns a status that the contract does not name into a 500, so that tests find what is missing from the document. */
function checkStatuses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const statuses = declaredStatuses(request.routeOptions.config)
    const code = reply.statusCode
    if (!statuses || code >= 500 || request.method === 'OPTIONS' || statuses.includes(code)) return payload
    const { method, url } = request.routeOptions
    const msg = `${String(method)} ${url ?? ''} returns ${code}, which its contract does not name`
    request.log.error(msg)
    reply.code(500)
    return JSON.stringify({ status: -500, msg, request_id: request.id })
  })
}

function addJsonParser(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.config?.hasRawBody) return done(null, body)
    try {
      done(null, parseJson(body.toString()))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** After this many seconds, the waiting tasks have usually finished. */
const COMPUTE_RETRY_AFTER = 5

/** Sends a failure: a declared refusal, a 4xx for an invalid call, or a 500, whose details are logged and not sent. */
function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const id = request.id
  const sendError = (code: number, msg: string, fields: object = {}) =>
    reply
      .code(code)
      .header('cache-control', 'no-store')
      .send({ status: -code, msg, detail: msg, request_id: id, ...fields })
  if (error instanceof NotModified) return reply.code(304).send()
  // The client has disconnected, so its work was aborted and there is nothing to send.
  if ((error.name === 'AbortError' || isDisconnect(error)) && reply.raw.closed) return void reply.hijack()
  void reply.removeHeader('etag')
  if (error instanceof RefusalError || isDiskFull(error)) {
    const refusal = error instanceof RefusalError ? error : new RefusalError(READ_ONLY)
    const { status, statusCode, message: msg, details } = refusal
    return reply
      .code(statusCode)
      .header('cache-control', 'no-store')
      .send({ status, msg, request_id: id, ...(details && { data: details }) })
  }
  if (error instanceof NotFound) return sendError(404, error.message)
  if (error instanceof NotSignedIn) return sendError(401, error.message)
  if (error instanceof Invalid) return sendError(422, error.message, { field: error.field, reason: error.reason })
  if (error instanceof TooManyRequests) {
    void reply.header('retry-after', error.retryAfterSeconds)
    return sendError(429, error.message)
  }
  if (error instanceof ComputeLimitError) {
    if (error.limit !== 'queue')
      return sendError(422, 'this takes more time or memory than one request may', { reason: 'too_big' })
    void reply.header('retry-after', COMPUTE_RETRY_AFTER)
    return sendError(429, 'too many requests')
  }
  // The account was removed during this call, so its session has ended.
  if (isAccountRemoved(error)) return sendError(401, new NotSignedIn('token invalid or expired').message)
  if (isDatabaseUnavailable(error) || isDeadlock(error)) {
    void reply.header('retry-after', 1)
    return sendError(503, 'the database is away for a moment; try again')
  }
  const code = (error as FastifyError).statusCode ?? 500
  if (code === 413) return sendError(code, `the body of this request may be at most ${request.routeOptions.bodyLimit / KiB} KB`)
  if (code < 500) return sendError(code, error.message)
  // The path itself may contain the token of a link.
  request.log.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed')
  return sendError(500, 'something went wrong on the server')
}

/** True when audio (BlobError 'no-room') or a row (SQLSTATE 53100) could not be written for lack of disk space. */
const isDiskFull = (error: unknown): boolean =>
  error instanceof BlobError ? error.kind === 'no-room' : error instanceof Error && 'code' in error && error.code === '53100'
