import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { startListener } from '#test/fakes/idp/startListener.ts'

/** A request received by the fake, with its fields by their wire names. */
export type StripeRequest = {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly form: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
}

/** Sent instead of an object. `silence` sends nothing. */
export type RawAnswer =
  | { readonly raw: string; readonly status: number; readonly headers?: Record<string, string> }
  | { readonly raw: 'silence' }

type StripeObject = { readonly object: string; readonly id?: string }
type Answer = StripeObject | RawAnswer

export type ReplayServer = AsyncDisposable & {
  readonly url: string
  readonly requests: StripeRequest[]
  /** Sets the responses of a route such as `POST /v1/customers`, in order. The last response is repeated. */
  readonly on: (route: string, ...answers: Answer[]) => void
  /** Clears routes, requests and keys. */
  readonly reset: () => void
}

/** Returns a list in the format of the API. */
export const listOf = <T>(data: T[], hasMore = false) => ({ object: 'list' as const, data, has_more: hasMore, url: '/v1/list' })

/** Returns a refusal in the format of Stripe. */
export const refusal = (status: number, error: { type: string; code?: string; message: string; param?: string }): RawAnswer => ({
  raw: JSON.stringify({ error }),
  status,
})

/**
 * Starts a server on this machine that responds like Stripe with the given objects. Like Stripe, it repeats its response for an
 * idempotency key, and refuses the key with different content.
 */
export async function startReplayServer(): Promise<ReplayServer> {
  const routes = new Map<string, Answer[]>()
  const requests: StripeRequest[] = []
  const answered = new Map<string, { content: string; answer: Answer }>()

  const nextAnswer = (request: StripeRequest): Answer => {
    const answers = routes.get(`${request.method} ${request.path}`)
    const answer = answers && answers.length > 1 ? answers.shift() : answers?.[0]
    return answer ?? refusal(404, { type: 'invalid_request_error', message: `No answer to ${request.method} ${request.path}` })
  }
  const answerTo = (request: StripeRequest): { answer: Answer; isRepeated: boolean } => {
    const key = String(request.headers['idempotency-key'] ?? '')
    const content = JSON.stringify([request.path, request.form])
    const earlier = answered.get(key)
    if (earlier && earlier.content !== content)
      return { answer: refusal(400, { type: 'idempotency_error', message: 'Keys are for one content.' }), isRepeated: false }
    if (earlier) return { answer: earlier.answer, isRepeated: true }
    const answer = nextAnswer(request)
    if (key && !('raw' in answer)) answered.set(key, { content, answer })
    return { answer, isRepeated: false }
  }

  const listener = await startListener()
  listener.setListener((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request)
      const { answer, isRepeated } = answerTo(request)
      send(response, answer, isRepeated)
    })
  })
  return {
    url: listener.url,
    requests,
    on: (route, ...answers) => void routes.set(route, answers),
    reset: () => {
      routes.clear()
      answered.clear()
      requests.length = 0
    },
    [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose](),
  }
}

function send(response: ServerResponse, answer: Answer, isRepeated: boolean): void {
  const headers = {
    'content-type': 'application/json',
    'request-id': 'req_replay',
    ...(isRepeated && { 'idempotent-replayed': 'true' }),
  }
  if (!('raw' in answer)) response.writeHead(200, headers).end(JSON.stringify(answer))
  else if ('status' in answer) response.writeHead(answer.status, { ...headers, ...answer.headers }).end(answer.raw)
}

async function readRequest(incoming: IncomingMessage): Promise<StripeRequest> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://stripe.test')
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: Object.fromEntries(searchParams),
    form: Object.fromEntries(new URLSearchParams(body)),
    headers: incoming.headers,
  }
}
