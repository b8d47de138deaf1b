import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Clock } from '#platform/clock/clock.ts'
import { sendCompletion } from '#test/fakes/llm/sendCompletion.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { LlmError } from './llm.ts'
import { openaiCompatible } from './openaiCompatible.ts'
import type { SdkLlmOptions } from './sdkLlm.ts'

type Chat = {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly { role: string; content: string }[]
  readonly response_format?: { type: string; json_schema?: { name: string; schema: unknown } }
}
type Reply = (response: ServerResponse, chat: Chat) => void

const schema = z.object({ title: z.string(), points: z.array(z.object({ text: z.string(), at: z.number() })) })
const validAnswer = { title: 'Two cities', points: [{ text: 'It was the best of times', at: 3 }] }

const answerWith =
  (content: string, finishReason = 'stop'): Reply =>
  (response, { model }) =>
    sendCompletion(response, { model, content, finishReason })
const failWith =
  (status: number, message: string, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message } }))
  }
const breakOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('data: {"id":"c1","choices":[{"index":0,"delta":{"content":"{"}}]}\n\ndata: {"id', () => response.destroy())
}
const neverAnswer: Reply = () => {}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** Starts an HTTP server on the loopback interface that responds with `replies` in order and records the requests. */
async function modelServer(replies: Reply[]) {
  const requests: Chat[] = []
  const keys: (string | undefined)[] = []
  let resolveFirstRequest = () => {}
  const firstRequest = new Promise<void>((resolve) => (resolveFirstRequest = resolve))
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const chat = JSON.parse(body) as Chat
      requests.push(chat)
      keys.push(request.headers.authorization)
      resolveFirstRequest()
      const reply = request.url === '/v1/chat/completions' ? replies[requests.length - 1] : undefined
      const answer = reply ?? failWith(404, `no turn ${requests.length} for ${request.url}`)
      answer(response, chat)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { requests, keys, firstRequest, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const logged: object[] = []
const log = { debug: (fields: object) => void logged.push(fields), warn: (fields: object) => void logged.push(fields) }

function createGenerate(baseUrl: string, options: Partial<SdkLlmOptions> = {}) {
  const llm = openaiCompatible({ baseUrl, model: 'small', apiKey: 'sk-very-secret', log, ...options })
  return (signal: AbortSignal = new AbortController().signal) =>
    llm.generate({ purpose: 'part', instructions: 'Be brief.', prompt: 'What was said?', schema, maxOutputTokens: 300, signal })
}

async function rejectionOf(call: Promise<unknown>): Promise<LlmError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LlmError)
  return error as LlmError
}

describe('an OpenAI-compatible server', () => {
  it('gets the schema as response_format and the key as bearer token; its answer is parsed with the tokens used', async () => {
    const server = await modelServer([answerWith(JSON.stringify(validAnswer))])
    expect(await createGenerate(server.baseUrl)()).toEqual({ value: validAnswer, inputTokens: 40, outputTokens: 10 })
    const [chat] = server.requests
    expect(chat).toMatchObject({
      model: 'small',
      max_tokens: 300,
      response_format: { type: 'json_schema', json_schema: { name: 'part' } },
    })
    expect(chat?.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What was said?' },
    ])
    expect(server.keys).toEqual(['Bearer sk-very-secret'])
  })

  it.each([
    ['in a code fence', '```json\n' + JSON.stringify(validAnswer) + '\n```'],
    ['with prose around it', `Sure, here it is:\n${JSON.stringify(validAnswer)}\nAnything else?`],
    ['after its reasoning', `<think>{"title": maybe}</think>${JSON.stringify(validAnswer)}`],
  ])('accepts an answer %s without a second request', async (_, text) => {
    const server = await modelServer([answerWith(text)])
    expect((await createGenerate(server.baseUrl)()).value).toEqual(validAnswer)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['broke off at the token limit', JSON.stringify(validAnswer).slice(0, 45), 'length'],
    ['was empty', '', 'stop'],
    ['had the wrong shape', '{"title": 7, "points": []}', 'stop'],
    ['was a refusal in words', 'I cannot do that.', 'stop'],
  ])('gets a second request with the reason and the schema when the answer %s', async (_, text, finishReason) => {
    const server = await modelServer([answerWith(text, finishReason), answerWith(JSON.stringify(validAnswer))])
    expect(await createGenerate(server.baseUrl)()).toEqual({ value: validAnswer, inputTokens: 80, outputTokens: 20 })
    expect(server.requests[1]?.messages[1]?.content).toMatch(/What was said\?[\s\S]*could not be used[\s\S]*"points"/)
  })

  it('fails as unusable-answer after the second bad answer, and never completes a truncated one', async () => {
    const server = await modelServer([
      answerWith(JSON.stringify(validAnswer).slice(0, 60), 'length'),
      answerWith('{"title":"x"}'),
    ])
    const error = await rejectionOf(createGenerate(server.baseUrl)())
    expect(error.kind).toBe('unusable-answer')
    expect(error.message).toContain('points')
  })

  it('gets the schema in the prompt after it has refused response_format', async () => {
    const server = await modelServer([
      failWith(400, 'response_format is not supported'),
      answerWith(JSON.stringify(validAnswer)),
      answerWith(JSON.stringify(validAnswer)),
    ])
    const generate = createGenerate(server.baseUrl)
    expect((await generate()).value).toEqual(validAnswer)
    expect((await generate()).value).toEqual(validAnswer)
    expect(server.requests.map((chat) => chat.response_format?.type)).toEqual(['json_schema', undefined, undefined])
    expect(server.requests[2]?.messages[0]?.content).toMatch(/^Be brief\.[\s\S]*JSON schema[\s\S]*"points"/)
  })

  it('gets the schema beside the type json_object when it knows only that type, without counting as a retry', async () => {
    // What llama-cpp-python 0.3.36 sends, with HTTP 500.
    const refusal = `[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'"}]`
    const server = await modelServer([
      failWith(500, refusal),
      answerWith(JSON.stringify(validAnswer)),
      answerWith(JSON.stringify(validAnswer)),
    ])
    const generate = createGenerate(server.baseUrl)
    expect((await generate()).value).toEqual(validAnswer)
    expect((await generate()).value).toEqual(validAnswer)
    const formats = server.requests.map((chat) => chat.response_format as Record<string, unknown>)
    expect(formats.map(({ type }) => type)).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(formats[1]?.['schema']).toMatchObject({ properties: { title: { type: 'string', maxLength: 400 } } })
    expect(formats[1]).not.toHaveProperty('json_schema')
    expect(server.requests[1]?.messages[0]?.content).toBe('Be brief.')
  })

  it('gets the schema in the prompt when it refuses the type json_object too', async () => {
    const server = await modelServer([
      failWith(422, 'response_format.type: expected text or json_object'),
      failWith(400, 'response_format.schema: unknown'),
      answerWith(JSON.stringify(validAnswer)),
    ])
    expect((await createGenerate(server.baseUrl)()).value).toEqual(validAnswer)
    expect(server.requests.map((chat) => chat.response_format?.type)).toEqual(['json_schema', 'json_object', undefined])
  })

  it.each([
    [
      'OpenAI, vLLM and llama-cpp-python',
      "This model's maximum context length is 2048 tokens. However, you requested 5000",
      2048,
    ],
    ['an unknown server, half of the request', 'context_length_exceeded', 154],
  ])('fails as too-long, with the context length, when it refuses the length: %s', async (_, message, tokens) => {
    const server = await modelServer([failWith(400, message)])
    expect(await rejectionOf(createGenerate(server.baseUrl)())).toMatchObject({ kind: 'too-long', contextTokens: tokens })
    expect(server.requests).toHaveLength(1)
  })

  it('fails as too-long with the context length that llama.cpp names', async () => {
    const server = await modelServer([
      (response) => {
        const error = { code: 400, message: 'the request exceeds the available context size', n_prompt_tokens: 9000, n_ctx: 4096 }
        response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      },
    ])
    expect(await rejectionOf(createGenerate(server.baseUrl)())).toMatchObject({ kind: 'too-long', contextTokens: 4096 })
  })

  it('gets the second request without the schema when both exceed the context', async () => {
    const server = await modelServer([answerWith('no'), answerWith(JSON.stringify(validAnswer))])
    const generate = createGenerate(server.baseUrl, { contextTokens: 390 })
    expect((await generate()).value).toEqual(validAnswer)
    expect(server.requests[1]?.messages[1]?.content).toContain('could not be used')
    expect(server.requests[1]?.messages[1]?.content).not.toContain('"points"')
  })

  it('is retried after a 429 as soon as Retry-After allows, and after a 500', async () => {
    const busy = failWith(429, 'slow down', { 'retry-after': '0.05' })
    const broken = failWith(500, 'out of memory', { 'retry-after-ms': '10' })
    const server = await modelServer([busy, broken, answerWith(JSON.stringify(validAnswer))])
    const waits: number[] = []
    const clock: Clock = { now: () => new Date(), wait: async (ms) => void waits.push(ms) }
    expect((await createGenerate(server.baseUrl, { clock })()).value).toEqual(validAnswer)
    expect(waits).toEqual([50, 10])
  })

  it.each([
    ['rate-limit', failWith(429, 'quota', { 'retry-after': '0' }), 2],
    ['server', failWith(500, 'broken', { 'retry-after': '0' }), 2],
    ['auth', failWith(401, 'Incorrect API key provided: sk-very-secret'), 1],
    ['unknown-model', failWith(404, 'no such model'), 1],
    ['not-found', failWith(404, 'no such path'), 1],
  ] as const)('fails as %s when the retries are used up or would not help', async (kind, reply, calls) => {
    const server = await modelServer([reply, reply])
    const error = await rejectionOf(createGenerate(server.baseUrl, { retries: 1 })())
    expect(error.kind).toBe(kind)
    expect(server.requests).toHaveLength(calls)
  })

  it('is not followed to another address, which would get the transcript and the key', async () => {
    const target = await modelServer([answerWith(JSON.stringify(validAnswer))])
    const redirect: Reply = (response) => void response.writeHead(307, { location: `${target.baseUrl}/chat/completions` }).end()
    const server = await modelServer([redirect])
    expect((await rejectionOf(createGenerate(server.baseUrl, { retries: 0 })())).kind).toBe('redirect')
    expect(target.requests).toEqual([])
  })

  it('includes neither the key nor the transcript in an error', async () => {
    const server = await modelServer([failWith(401, 'Incorrect API key provided: sk-very-secret')])
    const error = await rejectionOf(createGenerate(server.baseUrl)())
    const errorText = `${error.message} ${String(error.cause)} ${JSON.stringify(error)} ${JSON.stringify(error.cause)} ${error.stack}`
    expect(errorText).not.toContain('very-secret')
    expect(errorText).not.toContain('What was said')
  })

  it('fails as broken-off when the connection breaks during the response, and as connection-refused', async () => {
    const server = await modelServer([breakOff])
    expect((await rejectionOf(createGenerate(server.baseUrl, { retries: 0 })())).kind).toBe('broken-off')
    expect((await rejectionOf(createGenerate(`http://127.0.0.1:${await findFreePort()}/v1`, { retries: 0 })())).kind).toBe(
      'connection-refused',
    )
  })

  it.each([
    ['server', 'with an error', `data: ${JSON.stringify({ error: { message: 'out of memory' } })}\n\n`],
    ['broken-off', 'without one, as llama-cpp-python does for a prompt that is too long', ''],
  ])('fails as %s when the stream ends before the answer, %s', async (kind, _, text) => {
    const server = await modelServer([
      (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text),
    ])
    expect((await rejectionOf(createGenerate(server.baseUrl, { retries: 0 })())).kind).toBe(kind)
  })

  it('fails as timeout when there is no response', async () => {
    const server = await modelServer([neverAnswer])
    expect((await rejectionOf(createGenerate(server.baseUrl, { timeout: 80 })())).kind).toBe('timeout')
  })

  it('fails as timeout when it sends nothing for too long, although there is time left', async () => {
    const server = await modelServer([neverAnswer])
    expect((await rejectionOf(createGenerate(server.baseUrl, { silence: 80 })())).kind).toBe('timeout')
  })

  it('fails as timeout when the answer stops in the middle', async () => {
    const server = await modelServer([
      (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: {"id":"c1","choices":[{"index":0,"delta":{"content":"{"}}]}\n\n')
      },
    ])
    expect((await rejectionOf(createGenerate(server.baseUrl, { timeout: 80 })())).kind).toBe('timeout')
  })

  it('stops when the caller aborts, before and during the call', async () => {
    const server = await modelServer([neverAnswer])
    const controller = new AbortController()
    const call = rejectionOf(createGenerate(server.baseUrl)(controller.signal))
    await server.firstRequest
    controller.abort()
    expect((await call).kind).toBe('aborted')
    expect((await rejectionOf(createGenerate(server.baseUrl)(controller.signal))).kind).toBe('aborted')
    expect(server.requests).toHaveLength(1)
  })

  it('logs that an answer was unusable without logging the answer', async () => {
    logged.length = 0
    const server = await modelServer([answerWith('the patient is called Ann'), answerWith(JSON.stringify(validAnswer))])
    await createGenerate(server.baseUrl)()
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('Ann')
  })
})
