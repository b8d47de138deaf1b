import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'
import { READ_ONLY, type RouteSpec } from '#kit/contract.ts'
import { ENCRYPT_RESPONSE } from './sealAnswers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a route of a contract may fail. Outside production another status is a failure of ours. */
    failures?: readonly Failure[]
    /** True where a call without a body is answered as well. */
    hasOptionalBody?: boolean
    /** The operation as the OpenAPI document has it, of a route that is in no contract. */
    operation?: Operation
  }
}

/** An operation of the OpenAPI document, written by hand. Failures are named by their status. */
export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  /** True where a bearer token is needed. */
  readonly isSignedIn?: boolean
  readonly parameters?: readonly object[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<number, object>>
  readonly failures: readonly Failure[]
}

/** What a route answers besides its reply, by HTTP status. */
const FAILURES = {
  304: 'Whoever asks has this very answer already (If-None-Match).',
  400: 'The request cannot be read: the address is not valid, or the body is not valid JSON.',
  401: 'There is no token, or its session has ended.',
  403: 'The link is not valid, or not any more; or this service is not available in your country (status -10000).',
  404: 'What was asked for does not exist, or belongs to somebody else.',
  408: 'The body did not arrive in time.',
  409: 'Something else is there already.',
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

type Failure = keyof typeof FAILURES

/** Every route may answer so, whatever it declares. */
const ALWAYS = [429, 500, 503] as const

/** The statuses a route of a contract may answer with, 200 and failures of the server not among them. */
export function failuresOf(spec: RouteSpec): Failure[] {
  const isOpenEverywhere = spec.path.startsWith('/config/')
  // Fastify looks at a body of every other method, also where the contract has none.
  const readsBody = spec.method !== 'GET'
  const isSignedIn = spec.access === 'signed-in'
  const may: Partial<Record<Failure, boolean>> = {
    304: spec.hasTag,
    400: readsBody || spec.params !== undefined,
    // A stranger's session that begins while its account is removed ends at once.
    401: isSignedIn || readsBody,
    403: !isOpenEverywhere,
    404: spec.params !== undefined || spec.mayMiss,
    408: readsBody,
    413: readsBody,
    414: spec.params !== undefined,
    415: readsBody,
    422: true,
  }
  return (Object.keys(may).map(Number) as Failure[]).filter((status) => may[status])
}

/** The answer of HTTP 200: the envelope around the reply (A§7), or one of the refusals the contract names (B§8). */
export function answerOf(spec: RouteSpec): z.ZodType {
  const moved = z.object({ ...envelope(-9999), link: z.string().optional() }).describe('The service has moved (A§8).')
  const success = z.object({ ...envelope(0), ...spec.reply.shape }).describe('The answer.')
  const refusals = Object.entries(spec.refusals ?? {}).map(([name, { status, says, details }]) =>
    z.object({ ...envelope(status), ...(details && { data: details }) }).describe(`Refused, ${name}: ${says}`),
  )
  // Any write may find no room, also one that usually adds nothing.
  const readOnly = spec.method === 'GET' ? [] : [z.object(envelope(READ_ONLY.status)).describe(`Refused: ${READ_ONLY.says}`)]
  const more = [...refusals, ...readOnly, ...(spec.path.startsWith('/config/') ? [] : [moved])]
  return more.length > 0 ? z.union([success, ...more]) : success
}

/** A response of an operation written by hand. */
export const answering = (description: string, type: string, schema: object = BYTES) => ({
  description,
  content: { [type]: { schema } },
})

/** A parameter of an operation written by hand. */
export const parameter = (place: 'path' | 'query' | 'header', name: string, schema: object, required = true) => ({
  in: place,
  name,
  required,
  schema,
})

export const BYTES = { type: 'string', format: 'binary' }

/** Success with nothing beside the envelope. */
export const DONE = {
  type: 'object',
  properties: { status: { type: 'integer', enum: [0] }, msg: { type: 'string' }, request_id: { type: 'string' } },
  required: ['status', 'msg'],
}

const envelope = (status: number) => ({ status: z.literal(status), msg: z.string(), request_id: z.string() })

/** The statuses a route names in its config, or undefined where it names none. */
export function statusesOf({ failures, operation }: FastifyContextConfig): readonly number[] | undefined {
  if (failures) return [200, ...failures, ...ALWAYS]
  return operation && [...Object.keys(operation.responses).map(Number), ...operation.failures, ...ALWAYS]
}

type Paths = Record<string, Record<string, object> | undefined>
type Document = { paths?: object | undefined; components?: object | undefined }

/** Collects what routes say of themselves in their config; `complete` writes it into the document Fastify makes of their schemas. */
export function describeRoutes(app: FastifyInstance): { complete: (document: Document) => Document } {
  const known: (FastifyContextConfig & { path: string; method: string; failures: readonly Failure[] })[] = []
  app.addHook('onRoute', ({ url, method, config }) => {
    const { operation, hasOptionalBody, failures = operation?.failures } = config ?? {}
    const path = url.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')
    // What HEAD answers is what GET answers, without the body.
    const methods = [method].flat().filter((one) => one !== 'HEAD')
    if (failures) for (const one of methods) known.push({ path, method: one.toLowerCase(), failures, operation, hasOptionalBody })
  })
  return {
    complete: (document) => {
      const paths: Paths = { ...document.paths }
      for (const { path, method, failures, operation, hasOptionalBody } of known) {
        const written = operation ? writtenBy(operation) : paths[path]?.[method]
        if (written)
          paths[path] = {
            ...paths[path],
            [method]: withFailures(hasOptionalBody ? withOptionalBody(written) : written, failures),
          }
      }
      return { ...document, paths, components: { ...document.components, ...components() } }
    },
  }
}

const writtenBy = ({ operationId, tags, summary, parameters, requestBody, responses, isSignedIn = false }: Operation) => ({
  ...{ operationId, tags, summary, responses },
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
  const refs = [...failures, ...ALWAYS].map((status) => [status, { $ref: `#/components/responses/Status${status}` }])
  return { ...operation, responses: { ...responses, ...Object.fromEntries(refs) } }
}

function components() {
  const responses = Object.entries(FAILURES).map(([status, description]) => [
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
  return { schemas: { Failure: FAILURE }, responses: Object.fromEntries(responses) }
}

const FAILURE = {
  type: 'object',
  properties: {
    status: { type: 'integer', maximum: -1, description: 'The HTTP status, negative, or a status of its own.' },
    msg: { type: 'string' },
    detail: { type: 'string' },
    field: { type: 'string', description: 'What is at fault, for example `body.name`.' },
    reason: { type: 'string', description: 'Why, for example `too_big`, beside `field`.' },
    request_id: { type: 'string' },
  },
  required: ['status', 'msg'],
}
