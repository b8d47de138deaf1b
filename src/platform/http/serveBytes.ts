import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { z } from 'zod/mini'
import type { BytesContract, BytesRouteSpec } from '#shared/bytesRoute.ts'
import { type Caller, authenticateRequest } from './caller.ts'
import { Invalid, NotFound, RefusalError } from './errors.ts'
import { BINARY_SCHEMA, type Failure, type Operation, parameter, responseBody, statusesOf, SUCCESS_SCHEMA } from './openApi.ts'
import { parseInput } from './parseInput.ts'
import { closedSignal } from './serve.ts'

type Part<R, K extends 'params' | 'query' | 'headers'> =
  R extends Record<K, infer S extends z.ZodMiniType> ? { [key in K]: z.output<S> } : unknown

type Body<R> = R extends { takes: { maxBytes: number } }
  ? { body: Buffer }
  : R extends { takes: object }
    ? { body: Readable }
    : unknown

type RefusalNames<R> = R extends { refusals: infer F } ? keyof F & string : never

/** The input of a handler: the parsed parts that the contract names, the caller where the route needs one, and the call itself. */
export type BytesInput<R extends BytesRouteSpec> = Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'headers'> &
  Body<R> &
  (R extends { access: 'signed-in' }
    ? { caller: Caller }
    : { countCall: (userId: string) => Promise<void>; refuseLink: () => never }) & {
    refuse: (name: RefusalNames<R>) => never
    /** Aborts when the connection ends. */
    closed: AbortSignal
    request: FastifyRequest
    reply: FastifyReply
  }

/** A handler sends through `reply` and returns it. */
export type BytesHandlers<C extends BytesContract> = {
  readonly [K in keyof C]: (input: BytesInput<C[K]>) => Promise<FastifyReply>
}

/** What a signed link gets that is not valid, or not any more. */
const INVALID_LINK = { status: -403, httpStatus: 403, message: 'This link is invalid or has expired.' } as const

/**
 * Registers the routes of a contract that take or send bytes, in a scope of their own: nothing parses their bodies, and
 * `sendError` replaces the error handler of the server. The caller is known before a body is read.
 */
export function serveBytes<const C extends BytesContract>(
  app: FastifyInstance,
  tag: string,
  contract: C,
  handlers: BytesHandlers<C>,
  sendError?: (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  for (const [name, spec] of Object.entries(contract)) {
    void app.register(async (scope) => {
      acceptBody(scope, spec)
      if (sendError) scope.setErrorHandler<Error>(sendError)
      const handler = handlers[name] as unknown as (input: Record<string, unknown>) => Promise<FastifyReply>
      registerRoute(scope, { tag, name, spec, handler })
    })
  }
}

type ServedRoute = {
  tag: string
  name: string
  spec: BytesRouteSpec
  handler: (input: Record<string, unknown>) => Promise<FastifyReply>
}

function registerRoute(scope: FastifyInstance, { tag, name, spec, handler }: ServedRoute): void {
  const callers = new WeakMap<FastifyRequest, Caller>()
  const countCall = async (userId: string): Promise<void> => {
    if (spec.limit) await scope.consumeLimit?.(`${tag}.${spec.limit.name ?? name}:${userId}`, spec.limit)
  }
  const handle: RouteHandlerMethod = async (request, reply) => {
    if (spec.access === 'signed-link') void reply.header('cache-control', 'no-store')
    const caller = callers.get(request)
    if (caller) void reply.header('cache-control', 'no-store')
    return handler({
      ...parseParts(spec, request),
      ...(spec.takes && { body: toBody(spec, request.body) }),
      ...(caller ? { caller } : { countCall, refuseLink }),
      refuse: (refusal: string) => {
        const declared = spec.refusals?.[refusal]
        if (!declared) throw new Error(`${spec.path} declares no refusal ${refusal}`)
        throw new RefusalError(declared)
      },
      get closed() {
        return closedSignal(reply)
      },
      request,
      reply,
    })
  }
  scope.route({
    method: spec.sends.hasRanges ? [spec.method, 'HEAD'] : spec.method,
    url: spec.path,
    ...(spec.takes && { bodyLimit: spec.takes.maxBytes ?? Number.MAX_SAFE_INTEGER }),
    schema: { hide: true },
    config: { operation: toOperation(tag, name, spec), streamsBody: isStreamed(spec) },
    onRequest: async (request) => {
      if (spec.access !== 'signed-in') return
      const caller = await authenticateRequest(scope, request)
      await countCall(caller.userId)
      callers.set(request, caller)
    },
    handler: handle,
  })
}

const isStreamed = ({ takes }: BytesRouteSpec): boolean => takes !== undefined && takes.maxBytes === undefined

/** @NOTE Some clients send parts of an upload as a form. Nothing may be parsed here. */
function acceptBody(scope: FastifyInstance, spec: BytesRouteSpec): void {
  if (!spec.takes) return
  scope.removeAllContentTypeParsers()
  if (isStreamed(spec)) scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  else scope.addContentTypeParser(spec.takes.type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function toBody(spec: BytesRouteSpec, body: unknown): Buffer | Readable {
  if (isStreamed(spec)) return body instanceof Readable ? body : Readable.from([])
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Invalid('body', 'no bytes')
  return body
}

function parseParts(spec: BytesRouteSpec, request: FastifyRequest): Record<string, unknown> {
  const parts = (['params', 'query', 'headers'] as const).flatMap((part) => {
    const schema = spec[part]
    return schema ? [[part, parsePart(spec, part, () => parseInput(part, schema, request[part]))]] : []
  })
  return Object.fromEntries(parts) as Record<string, unknown>
}

/** A link with parts that are not valid is none, and a path that is not valid names nothing. */
function parsePart<T>({ access }: BytesRouteSpec, part: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    if (access === 'signed-link') return refuseLink()
    throw part === 'params' ? new NotFound() : error
  }
}

function refuseLink(): never {
  throw new RefusalError(INVALID_LINK)
}

function toOperation(tag: string, name: string, spec: BytesRouteSpec): Operation {
  const { type, description, hasEtag, hasRanges, mayRedirect } = spec.sends
  const headers = {
    ...((hasEtag || hasRanges) && {
      etag: { required: true, schema: { type: 'string' }, description: 'The MD5 of the bytes, in quotes.' },
    }),
    ...(hasRanges && { 'accept-ranges': { schema: { type: 'string' } } }),
  }
  const describe = (text: string): object => ({
    ...(type === undefined ? { description: text } : responseBody(text, type, schemaOf(type))),
    ...(Object.keys(headers).length > 0 && { headers }),
  })
  const responses: Record<number, object> = { 200: describe(description) }
  if (hasRanges) responses[206] = describe('The bytes of the range.')
  if (mayRedirect) responses[307] = { description: 'The bytes are in an object store; the link is valid for five minutes.' }
  return {
    operationId: `${tag}.${name}`,
    tags: [tag],
    summary: spec.summary,
    isSignedIn: spec.access === 'signed-in',
    parameters: parametersOf(spec),
    ...(spec.takes && { requestBody: { required: true, content: { [spec.takes.type]: { schema: BINARY_SCHEMA } } } }),
    responses,
    failures: failuresOf(spec),
  }
}

const schemaOf = (type: string): object =>
  type === 'application/json' ? SUCCESS_SCHEMA : type.startsWith('text/') ? { type: 'string' } : BINARY_SCHEMA

function parametersOf(spec: BytesRouteSpec): object[] {
  const places = { path: spec.params, query: spec.query, header: spec.headers }
  const parameters = Object.entries(places).flatMap(([place, schema]) =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) =>
      parameter(
        place as keyof typeof places,
        name === '*' ? 'path' : name,
        toJsonSchema(field),
        place === 'path' || field._zod.optin !== 'optional',
      ),
    ),
  )
  return spec.sends.hasRanges ? [...parameters, parameter('header', 'range', { type: 'string' }, false)] : parameters
}

function toJsonSchema(field: z.core.$ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(field, { io: 'input' })
  return schema
}

/** Returns the failure statuses that a route may return, without server failures. */
function failuresOf(spec: BytesRouteSpec): Failure[] {
  const { params, takes, sends, access, refusals = {} } = spec
  const possible: Partial<Record<Failure, boolean>> = {
    304: sends.hasRanges,
    400: params !== undefined,
    401: access === 'signed-in',
    403: true,
    404: true,
    408: takes?.maxBytes !== undefined,
    413: takes !== undefined,
    414: params !== undefined,
    415: takes?.maxBytes !== undefined,
    416: sends.hasRanges,
    422: true,
  }
  const declared = Object.values(refusals).map(({ httpStatus }) => httpStatus)
  return [...new Set([...statusesOf(possible), ...declared])].toSorted((a, b) => a - b)
}
