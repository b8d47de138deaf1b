import { vi } from 'vitest'
import type { Parsed, Reply, RouteSpec } from '#shared/contract.ts'

/**
 * An error response, thrown by a handler. A negative status is sent with HTTP 200, a positive one as HTTP status. `data` holds the
 * details of a refusal.
 */
export class MockError {
  readonly httpStatus: number
  readonly body: object
  readonly headers: Record<string, string>
  constructor(status: number, msg = '', headers: Record<string, string> = {}, data?: object) {
    this.headers = headers
    this.httpStatus = status < 0 ? 200 : status
    this.body = { status: status < 0 ? status : -status, msg, ...(data && { data }) }
  }
}

type HandlerFunction<R extends RouteSpec> = (request: Parsed<R>) => Omit<Reply<R>, 'status'> & { status?: number }
export type RouteHandler = { route: RouteSpec; handler: (request: never) => object }

/** Defines the handler of one route, typed by its contract. */
export const handle = <R extends RouteSpec>(route: R, handler: HandlerFunction<R>): RouteHandler => ({ route, handler })

/**
 * Replaces `fetch` with a mock server that parses requests with the contracts and checks its replies against them. Returns the
 * requests as "METHOD path". Reset with `vi.unstubAllGlobals()`.
 */
export function mockServer(handlers: readonly RouteHandler[]): { requests: string[] } {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const url = new URL(address, 'http://earshot.test')
    requests.push(`${request.method} ${url.pathname.slice('/api'.length)}${url.search}`)
    const { httpStatus, body, headers } = respond(handlers, url, request)
    await Promise.resolve()
    return new Response(JSON.stringify({ request_id: 'r-1', status: 0, msg: 'success', ...body }), {
      status: httpStatus,
      headers: headers ?? {},
    })
  })
  return { requests }
}

function respond(
  handlers: readonly RouteHandler[],
  url: URL,
  request: RequestInit,
): { httpStatus: number; body: object; headers?: Record<string, string> } {
  const path = url.pathname.slice('/api'.length)
  const routeHandler = handlers.find(({ route }) => route.method === request.method && patternOf(route).test(path))
  if (!routeHandler) throw new TypeError(`no handler for ${request.method} ${path}`)
  const { route, handler } = routeHandler
  const parsedRequest = {
    params: route.params?.parse(patternOf(route).exec(path)?.groups),
    query: route.query?.parse(Object.fromEntries(url.searchParams)),
    headers: route.headers?.parse(request.headers),
    body: route.body?.parse(typeof request.body === 'string' ? JSON.parse(request.body) : undefined),
  }
  try {
    return { httpStatus: 200, body: route.reply.parse(handler(parsedRequest as never)) }
  } catch (error) {
    if (error instanceof MockError) return error
    throw error
  }
}

const patternOf = ({ path }: RouteSpec): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
