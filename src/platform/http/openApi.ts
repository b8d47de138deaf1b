import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { READ_ONLY, type RouteSpec } from '#shared/contract.ts'
import { ENCRYPT_RESPONSE } from './responseEncoding.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The failures that a contract route may return. Outside production any other status becomes a 500. */
    failures?: readonly Failure[]
    /** True when the body may be omitted. */
    hasOptionalBody?: boolean
    /** True when the handler gets the bytes of the body. */
    hasRawBody?: boolean
    /** The OpenAPI operation of a route that `serve` does not register. */
    operation?: Operation
  }
}

/** A hand-written OpenAPI operation. Failures are given by status. */
export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  /** True when a bearer token is required. */
  readonly isSignedIn?: boolean
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<number, object>>
  readonly failures: readonly Failure[]
}

/** Descriptions of failure responses by HTTP status. */
const FAILURE_DESCRIPTIONS = {
  304: 'Whoever asks has this very answer already (If-None-Match).',
  400: 'The request cannot be read: the address is not valid, or the body is not valid JSON.',
  401: 'There is no token, or its session has ended.',
  403: 'The link is not valid, or not any more; or this service is not available in your country (status -10000).',
  404: 'The resource does not exist or belongs to another account.',
  408: 'The body did not arrive in time.',
  409: 'Conflicts with what already exists.',
  410: 'It has ended.',
  413: 'The body is larger than this route takes.',
  414: 'A parameter of the path is too long.',
  415: 'The body has a content type this route does not take.',
  416: 'The range lies outside.',
  422: `The request is not valid; \`field\` names what is at fault. A key in \`${ENCRYPT_RESPONSE}\` that cannot be opened is, too.`,
  429: 'Too many calls, or too many connections of one address; Retry-After says how many seconds to wait.',
  500: 'A failure of the server; `request_id` is what a report should name.',
  503: 'The database is away for a moment; Retry-After says how many seconds to wait.',
  507: 'The disk of the server is full.',
} as const

export type Failure = keyof typeof FAILURE_DESCRIPTIONS

/** Statuses that every route may return. */
const COMMON_FAILURES = [429, 500, 503] as const

/** Returns the failure statuses that a contract route may return, without 200 and server failures. */
export function failureStatuses(spec: RouteSpec): Failure[] {
  const isConfigRoute = spec.path.startsWith('/config/')
  // Fastify reads the body of every other method, even when the contract has none.
  const readsBody = spec.method !== 'GET'
  const isSignedIn = spec.access === 'signed-in'
  const possible: Partial<Record<Failure, boolean>> = {
    304: spec.hasEtag,
    400: readsBody || spec.params !== undefined,
    // A session that starts while its account is being removed ends immediately.
    401: isSignedIn || readsBody,
    403: !isConfigRoute,
    404: spec.params !== undefined || spec.mayNotExist,
    408: readsBody,
    413: readsBody,
    414: spec.params !== undefined,
    415: readsBody,
    422: true,
  }
  return statusesOf(possible)
}

/** Returns the statuses that are marked as possible. */
export const statusesOf = (possible: Partial<Record<Failure, boolean | undefined>>): Failure[] =>
  (Object.keys(possible).map(Number) as Failure[]).filter((status) => possible[status])

/** Returns the schema of the 200 response: the envelope with the reply (A§7), or one of the declared refusals (B§8). */
export function responseSchema(spec: RouteSpec): z.ZodType {
  const moved = z.object({ ...envelope(-9999), link: z.string().optional() }).describe('The service has moved (A§8).')
  const success = z.object({ ...envelope(0), ...spec.reply.shape }).describe('Success.')
  const refusals = Object.entries(spec.refusals ?? {}).map(([name, { status, message, details }]) =>
    z.object({ ...envelope(status), ...(details && { data: details }) }).describe(`Refused, ${name}: ${message}`),
  )
  // Any write may fail because the disk is full, even one that usually adds nothing.
  const readOnlyRefusal =
    spec.method === 'GET' ? [] : [z.object(envelope(READ_ONLY.status)).describe(`Refused: ${READ_ONLY.message}`)]
  const others = [...refusals, ...readOnlyRefusal, ...(spec.path.startsWith('/config/') ? [] : [moved])]
  return others.length > 0 ? z.union([success, ...others]) : success
}

/** Returns a response of a hand-written operation. */
export const responseBody = (description: string, type: string, schema: object = BINARY_SCHEMA) => ({
  description,
  content: { [type]: { schema } },
})

/** Returns a parameter of a hand-written operation. */
export const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object, required = true) => ({
  in: place,
  name,
  required,
  schema,
})

export const BINARY_SCHEMA = { type: 'string', format: 'binary' }

/** Schema of a successful response that has only the envelope. */
export const SUCCESS_SCHEMA = {
  type: 'object',
  properties: { status: { type: 'integer', enum: [0] }, msg: { type: 'string' }, request_id: { type: 'string' } },
  required: ['status', 'msg'],
}

const envelope = (status: number) => ({ status: z.literal(status), msg: z.string(), request_id: z.string() })

/** Returns the statuses in the config of a route, or undefined when it has none. */
export function declaredStatuses({ failures, operation }: FastifyContextConfig): readonly number[] | undefined {
  if (failures) return [200, ...failures, ...COMMON_FAILURES]
  return operation && [...Object.keys(operation.responses).map(Number), ...operation.failures, ...COMMON_FAILURES]
}

type Paths = Record<string, Record<string, object> | undefined>
type Document = { paths?: object | undefined; components?: object | undefined }

/**
 * Collects the failures and operations in the config of the routes. `complete` adds them to the document that Fastify generates
 * from the schemas.
 */
export function describeRoutes(app: FastifyInstance): { complete: (document: Document) => Document } {
  const routes: (FastifyContextConfig & { path: string; method: string; failures: readonly Failure[] })[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const { operation, hasOptionalBody, failures = operation?.failures } = config ?? {}
    const path = url.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
    // HEAD returns the same as GET without the body.
    const methods = [method].flat().filter((verb) => verb !== 'HEAD')
    if (failures)
      for (const verb of methods) routes.push({ path, method: verb.toLowerCase(), failures, operation, hasOptionalBody })
  })
  return {
    complete: (document) => {
      const paths: Paths = { ...document.paths }
      for (const { path, method, failures, operation, hasOptionalBody } of routes) {
        const described = operation ? toOpenApiOperation(operation) : paths[path]?.[method]
        if (described)
          paths[path] = {
            ...paths[path],
            [method]: withFailures(hasOptionalBody ? withOptionalBody(described) : described, failures),
          }
      }
      return { ...document, paths, components: { ...document.components, ...components() } }
    },
  }
}

const toOpenApiOperation = ({
  operationId,
  tags,
  summary,
  parameters,
  requestBody,
  responses,
  isSignedIn = false,
}: Operation) => ({
  operationId,
  tags,
  summary,
  responses,
  ...(parameters && { parameters }),
  ...(requestBody && { requestBody }),
  security: isSignedIn ? [{ bearer: [] }] : [],
})

const withOptionalBody = (operation: object): object =>
  'requestBody' in operation
    ? { ...operation, requestBody: { ...(operation.requestBody as object), required: false } }
    : operation

function withFailures(operation: object, failures: readonly Failure[]): object {
  const responses = 'responses' in operation ? (operation.responses as object) : {}
  const refs = [...failures, ...COMMON_FAILURES].map((status) => [status, { $ref: `#/components/responses/Status${status}` }])
  return { ...operation, responses: { ...responses, ...Object.fromEntries(refs) } }
}

function components() {
  const responses = Object.entries(FAILURE_DESCRIPTIONS).map(([status, description]) => [
    `Status${status}`,
    {
      description,
      headers: {
        'x-request-id': { schema: { type: 'string' } },
        ...(['429', '503'].includes(status) && {
          'retry-after': { required: true, schema: { type: 'integer', minimum: 1 }, description: 'Seconds to wait.' },
        }),
      },
      ...(status !== '304' && { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } }),
    },
  ])
  return { schemas: { Failure: FAILURE_SCHEMA }, responses: Object.fromEntries(responses) }
}

const FAILURE_SCHEMA = {
  type: 'object',
  properties: {
    status: { type: 'integer', maximum: -1, description: 'The negative HTTP status, or that of the refusal.' },
    msg: { type: 'string' },
    detail: { type: 'string' },
    field: { type: 'string', description: 'The invalid field, for example `body.name`.' },
    reason: { type: 'string', description: 'Why `field` is invalid, for example `too_big`.' },
    request_id: { type: 'string' },
  },
  required: ['status', 'msg'],
}
