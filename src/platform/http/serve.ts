import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { BODY_LIMIT } from '#shared/contract.ts'
import { type Locale, localeFor } from '#shared/locales.ts'
import type { Contract, Parsed, RefusalDetails, RefusalName, Reply, RouteSpec } from '#shared/contract.ts'
import { type Caller, authenticateRequest } from './caller.ts'
import { COMPRESSION, NO_COMPRESSION } from './responseEncoding.ts'
import { countryOf } from './availability.ts'
import { NotModified, RefusalError } from './errors.ts'
import { responseSchema, failureStatuses } from './openApi.ts'
import { parseInput } from './parseInput.ts'
import { StreamedReply } from './StreamedReply.ts'

type CallerInput<R extends RouteSpec> = R extends { access: 'signed-in' } ? { caller: Caller } : unknown

/** The input of a handler: the parsed parts that the contract names, the caller where the route needs one, and `refuse`. */
export type HandlerInput<R extends RouteSpec> = (R extends { hasRawBody: true }
  ? Omit<Parsed<R>, 'body'> & { body: Uint8Array }
  : Parsed<R>) &
  CallerInput<R> & {
    /** Throws the refusal. `details` are those that the contract declares for it. */
    refuse: (name: RefusalName<R>, details?: RefusalDetails) => never
    /**
     * Sets the ETag of the response, which must change whenever the response does. Throws NotModified (304) when the client
     * already has it.
     */
    checkEtag: (tag: string) => void
    /** Aborts when the connection ends, also after the response. For work that is useless without the client. */
    closed: AbortSignal
    /**
     * The origin of the call, for rate limits and for deciding who may create the first account. `country` is an ISO code from a
     * trusted proxy, or empty; `language` is that of the interface, from the header app-language (B§7), or undefined.
     */
    from: CallOrigin
  }

export type CallOrigin = {
  ip: string
  userAgent: string
  host: string
  origin: string | undefined
  forwarded: boolean
  country: string
  language: Locale | undefined
}

export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (input: HandlerInput<C[K]>) => Promise<Reply<C[K]> | StreamedReply>
}

type AnyInput = Record<string, unknown>

/**
 * Registers all routes of a contract. A missing handler or a wrong reply does not compile. Outside production each reply is
 * validated against the contract, so that tests find a leaked column.
 */
export function serve<const C extends Contract>(app: FastifyInstance, tag: string, contract: C, handlers: Handlers<C>): void {
  for (const [name, spec] of Object.entries(contract)) {
    const handler = handlers[name] as unknown as (input: AnyInput) => Promise<Record<string, unknown> | StreamedReply>
    const callers = new WeakMap<FastifyRequest, Caller>()
    // @NOTE Authentication comes before validation: clients without a session learn nothing from validation, and their body is
    // not read.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = spec.access === 'signed-in' ? await authenticateRequest(app, request) : undefined
      if (caller) callers.set(request, caller)
      await app.limitCall?.({ name: `${tag}.${name}`, spec, request, reply, caller })
      await app.refuseWhileReadOnly?.(spec, reply)
    }
    app.route({
      bodyLimit: spec.bodyLimit ?? BODY_LIMIT,
      onRequest,
      compress: COMPRESSION,
      method: spec.method,
      url: spec.path,
      schema: toSchema(tag, name, spec),
      config: {
        failures: failureStatuses(spec),
        hasOptionalBody: spec.body?.safeParse(undefined).success ?? false,
        hasRawBody: spec.hasRawBody ?? false,
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)
        void reply.header('cache-control', spec.cache ? `private, max-age=${spec.cache}` : 'no-store')
        // Also on responses that are too small to be compressed and on 304, so that caches distinguish encodings.
        void reply.header('vary', 'accept-encoding')
        const checkEtag = createEtagCheck(request, reply)
        const result = await handler({
          ...parseRequest(spec, request),
          caller,
          refuse: createRefuse(spec, app.checksReplies),
          checkEtag,
          get closed() {
            return closedSignal(reply)
          },
          from: from(request),
        })
        const envelope = { status: 0, msg: 'success', request_id: request.id }
        if (result instanceof StreamedReply) {
          // A contract may declare fields of the envelope in its reply.
          const declared = Object.fromEntries(Object.entries(envelope).filter(([key]) => key in spec.reply.shape))
          const stream = result.toStream(
            envelope,
            app.checksReplies ? (fullReply) => void checkReply(spec, { ...declared, ...fullReply }) : undefined,
          )
          if (result.isLive) {
            // Compression and proxies would delay parts that are ready.
            request.headers[NO_COMPRESSION] = '1'
            void reply.header('x-accel-buffering', 'no')
          }
          return reply.type('application/json; charset=utf-8').send(stream)
        }
        const checked = app.checksReplies ? checkReply(spec, result) : result
        return { ...envelope, ...checked }
      },
    })
  }
}

/** Aborts when the connection ends. @NOTE Not `request.signal`: a request closes when its body has been read. */
export function closedSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController()
  if (raw.closed) closed.abort()
  else raw.once('close', () => closed.abort())
  return closed.signal
}

function toSchema(tag: string, name: string, spec: RouteSpec) {
  const { params, query, headers, body } = spec
  return {
    tags: [tag],
    operationId: `${tag}.${name}`,
    summary: spec.summary,
    security: spec.access === 'signed-in' ? [{ bearer: [] }] : [],
    response: { 200: responseSchema(spec) },
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(headers && { headers }),
    ...(body && { body }),
  }
}

function parseRequest(spec: RouteSpec, request: FastifyRequest): AnyInput {
  const input: AnyInput = {}
  if (spec.params) input['params'] = parseInput('params', spec.params, request.params)
  if (spec.query) input['query'] = parseInput('query', spec.query, request.query)
  if (spec.headers) input['headers'] = parseInput('headers', spec.headers, request.headers)
  if (spec.hasRawBody) input['body'] = toBytes(request.body)
  else if (spec.body) input['body'] = parseInput('body', spec.body, request.body ?? undefined)
  return input
}

/** A body of another type than JSON arrives as text, and JSON text needs no conversion. */
const toBytes = (body: unknown): Uint8Array =>
  body instanceof Uint8Array ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body))

/** @NOTE The ETag is weak because the bytes differ by request id and compression. */
function createEtagCheck(request: FastifyRequest, reply: FastifyReply): (tag: string) => void {
  return (tag) => {
    const etag = `W/"${tag}"`
    void reply.header('etag', etag).header('cache-control', 'private, no-cache')
    const etags = request.headers['if-none-match']?.split(',').map((candidate) => candidate.trim())
    if (etags?.some((candidate) => candidate === etag || candidate === `"${tag}"`)) throw new NotModified()
  }
}

function createRefuse(spec: RouteSpec, checks: boolean): (name: string, details?: RefusalDetails) => never {
  return (name, details) => {
    const refusal = spec.refusals?.[name]
    if (!refusal) throw new Error(`${spec.path} declares no refusal ${name}`)
    const detailsSchema = refusal.details ? z.strictObject(refusal.details.shape) : z.undefined()
    if (checks && !detailsSchema.safeParse(details).success) throw new Error(`${spec.path} refuses ${name} outside its contract`)
    throw new RefusalError(refusal, details)
  }
}

/** Headers that proxies add. A browser on this machine sends none of them. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Returns the origin of a call, for rate limits and for deciding who may create the first account. */
export function from(request: FastifyRequest): CallOrigin {
  const { headers } = request
  const forwarded = PROXY_HEADERS.some((name) => headers[name] !== undefined)
  const { 'user-agent': userAgent = '', host = '', origin } = headers
  const language = headers['app-language']
  return {
    ip: request.ip,
    userAgent,
    host,
    origin,
    forwarded,
    country: countryOf(request),
    language: typeof language === 'string' && language !== '' ? localeFor(language) : undefined,
  }
}

function checkReply(spec: RouteSpec, answer: Record<string, unknown>): Record<string, unknown> {
  const json = JSON.parse(JSON.stringify(answer)) as Record<string, unknown>
  const result = spec.reply.safeParse(json)
  if (!result.success)
    throw new Error(`${spec.method} ${spec.path} returns a reply outside its contract: ${result.error.message}`)
  if (!isDeepStrictEqual(result.data, json)) {
    throw new Error(`${spec.method} ${spec.path} returns keys that its contract does not name: ${Object.keys(json).join(', ')}`)
  }
  return answer
}
