import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { LLM_MODES, type LlmMode, type LlmReply, pieces, type Wire } from './llmModes.ts'
import { type ChatBody, fillSchema, requestedSchema } from './schemaAnswer.ts'

export type FakeLlm = AsyncDisposable & {
  readonly port: number
  /** Base URL of its OpenAI-compatible API. */
  readonly baseUrl: string
  /** The bodies of the chat requests since the last mode was set, oldest first. */
  readonly requests: readonly ChatBody[]
  /** Sets how it responds from now on. */
  setMode: (mode: LlmMode, options?: FakeLlmOptions) => void
}

type FakeLlmOptions = {
  /** The content of a correct response; by default whatever the schema of the request asks for. */
  readonly answer?: unknown
  /** The context length that the fake reports as an Ollama. Without it, it is not an Ollama. */
  readonly ollamaContext?: number
}

/** Starts a server with the OpenAI API on this machine. It has one model, `m`, and responds in one of many modes. */
export async function startFakeLlm(): Promise<FakeLlm> {
  const requests: ChatBody[] = []
  let mode: LlmMode = 'ok'
  let options: FakeLlmOptions = {}
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request)
      const { ollamaContext } = options
      if (request.url === '/v1/models') return sendJson(response, 200, { object: 'list', data: [{ id: 'm', object: 'model' }] })
      if (request.url === '/api/ps' && ollamaContext)
        return sendJson(response, 200, { models: [{ name: 'm', context_length: ollamaContext }] })
      if (request.url !== '/v1/chat/completions') return sendJson(response, 404, { error: { message: 'no such path' } })
      const chat = JSON.parse(body) as ChatBody
      requests.push(chat)
      const answer = options.answer ?? fillSchema(requestedSchema(chat))
      await sendReply(response, LLM_MODES[mode]({ body: chat, n: requests.length, answer }))
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    setMode: (next, nextOptions = {}) => {
      mode = next
      options = nextOptions
      requests.length = 0
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Readonly<Record<string, string>> = {},
) {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

async function sendReply(response: ServerResponse, reply: LlmReply): Promise<void> {
  if ('status' in reply) return sendJson(response, reply.status, reply.body, reply.headers)
  if ('document' in reply) return sendJson(response, 200, reply.document)
  const wire = 'wire' in reply ? reply.wire : undefined
  response.writeHead(200, { 'content-type': 'text/event-stream', ...(wire === 'gzip' && { 'content-encoding': 'gzip' }) })
  if ('bytes' in reply) {
    response.end(reply.bytes)
    return
  }
  const deltas = 'deltas' in reply ? reply.deltas : pieces(reply.text).map((content) => ({ role: 'assistant', content }))
  const breaks = 'breaks' in reply ? reply.breaks : undefined
  const sent = breaks ? deltas.slice(0, Math.ceil(deltas.length / 2)) : deltas
  const events = sent.map((delta) => toEvent({ choices: [{ index: 0, delta, finish_reason: null }] }, wire))
  if (breaks) return await breakOff(response, events.join(''), breaks)
  if (wire !== 'no-finish')
    events.push(toEvent({ choices: [{ index: 0, delta: {}, finish_reason: reply.finish ?? 'stop' }] }, wire))
  if (wire !== 'no-done' && wire !== 'no-finish') events.push(wire === 'no-space' ? 'data:[DONE]\n\n' : 'data: [DONE]\n\n')
  const text = wire === 'comments' ? `${': keep-alive\n\n'.repeat(20)}${events.join(': still here\n\n')}` : events.join('')
  const bytes = Buffer.from(text, wire === 'latin1' ? 'latin1' : 'utf8')
  if (wire === 'gzip') response.end(gzipSync(bytes))
  else if (wire === 'bytewise') await writeBytes(response, bytes)
  else response.end(bytes)
}

function toEvent(chunk: object, wire: Wire | undefined): string {
  const header = wire === 'bare' ? {} : { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
  const end = wire === 'crlf' ? '\r\n' : '\n'
  const name = wire === 'event-names' ? `event: completion${end}id: 7${end}retry: 10${end}` : ''
  return `${name}data:${wire === 'no-space' ? '' : ' '}${JSON.stringify({ ...header, ...chunk })}${end}${end}`
}

/** Writes the bytes one by one, so that characters are split. */
async function writeBytes(response: ServerResponse, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    response.write(Buffer.from([byte]))
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

/** Sends the beginning of a stream and then breaks it off. */
async function breakOff(response: ServerResponse, text: string, how: 'reset' | 'cut' | 'error'): Promise<void> {
  if (how === 'error') {
    response.end(
      `${text}data: ${JSON.stringify({ error: { message: 'server had an error', type: 'server_error', code: 500 } })}\n\n`,
    )
    return
  }
  if (how === 'cut') {
    response.end(text)
    return
  }
  await new Promise((resolve) => response.write(text, resolve))
  response.socket?.resetAndDestroy()
}
