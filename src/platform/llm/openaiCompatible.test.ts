import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LlmError } from './llm.ts'
import { openaiCompatible } from './openaiCompatible.ts'
import type { OpenaiCompatibleOptions } from './openaiCompatible.ts'

type Chat = {
  readonly model: string
  readonly max_tokens: number
  readonly messages: readonly { role: string; content: string }[]
  readonly response_format?: { type: string; json_schema?: { name: string; schema: unknown } }
}
type Turn = (response: ServerResponse, chat: Chat) => void

const schema = z.object({ title: z.string(), points: z.array(z.object({ text: z.string(), at: z.number() })) })
const good = { title: 'Two cities', points: [{ text: 'It was the best of times', at: 3 }] }

const says =
  (content: string, finish = 'stop'): Turn =>
  (response) => {
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices, usage }))
  }
const usage = { prompt_tokens: 40, completion_tokens: 10, total_tokens: 50 }
const refuses =
  (status: number, message: string, headers: Record<string, string> = {}): Turn =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ error: { message } }))
  }
const cuts: Turn = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
  response.write('{"id":"c1","choices":[{"mess', () => response.destroy())
}
const hangs: Turn = () => {}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Starts an HTTP server on the loopback interface that answers with `replies` in order and records the requests. */
async function modelServer(turns: Turn[]) {
  const asked: Chat[] = []
  const keys: (string | undefined)[] = []
  let heard = () => {}
  const firstRequest = new Promise<void>((resolve) => (heard = resolve))
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const chat = JSON.parse(body) as Chat
      asked.push(chat)
      keys.push(request.headers.authorization)
      heard()
      const turn = request.url === '/v1/chat/completions' ? turns[asked.length - 1] : undefined
      const answer = turn ?? refuses(404, `no turn ${asked.length} for ${request.url}`)
      answer(response, chat)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  })
  return { asked, keys, firstRequest, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const logged: object[] = []
const log = { debug: (facts: object) => void logged.push(facts), warn: (facts: object) => void logged.push(facts) }

function engine(baseUrl: string, more: Partial<OpenaiCompatibleOptions> = {}) {
  const llm = openaiCompatible({ baseUrl, model: 'small', apiKey: 'sk-very-secret', log, ...more })
  return (signal: AbortSignal = new AbortController().signal) =>
    llm.generate({ purpose: 'part', instructions: 'Be brief.', prompt: 'What was said?', schema, maxOutputTokens: 300, signal })
}

async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LlmError)
  return error as LlmError
}

describe('an OpenAI-compatible server', () => {
  it('gets the schema as response_format and the key as bearer token; its answer is parsed with the tokens used', async () => {
    const server = await modelServer([says(JSON.stringify(good))])
    expect(await engine(server.baseUrl)()).toEqual({ value: good, inputTokens: 40, outputTokens: 10 })
    const [chat] = server.asked
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
    ['in a code fence', '```json\n' + JSON.stringify(good) + '\n```'],
    ['with prose around it', `Sure, here it is:\n${JSON.stringify(good)}\nAnything else?`],
    ['after its reasoning', `<think>{"title": maybe}</think>${JSON.stringify(good)}`],
  ])('accepts an answer %s without a second request', async (_, text) => {
    const server = await modelServer([says(text)])
    expect((await engine(server.baseUrl)()).value).toEqual(good)
    expect(server.asked).toHaveLength(1)
  })

  it.each([
    ['broke off at the token limit', JSON.stringify(good).slice(0, 45), 'length'],
    ['was empty', '', 'stop'],
    ['had the wrong shape', '{"title": 7, "points": []}', 'stop'],
    ['was a refusal in words', 'I cannot do that.', 'stop'],
  ])('gets a second request with the reason and the schema when the answer %s', async (_, text, finish) => {
    const server = await modelServer([says(text, finish), says(JSON.stringify(good))])
    expect(await engine(server.baseUrl)()).toEqual({ value: good, inputTokens: 80, outputTokens: 20 })
    expect(server.asked[1]?.messages[1]?.content).toMatch(/What was said\?[\s\S]*could not be used[\s\S]*"points"/)
  })

  it('fails as unusable-answer after the second bad answer, and never completes a truncated one', async () => {
    const server = await modelServer([says(JSON.stringify(good).slice(0, 60), 'length'), says('{"title":"x"}')])
    const error = await failureOf(engine(server.baseUrl)())
    expect(error.kind).toBe('unusable-answer')
    expect(error.message).toContain('points')
  })

  it('gets the schema in the prompt after it has refused response_format', async () => {
    const server = await modelServer([
      refuses(400, 'response_format is not supported'),
      says(JSON.stringify(good)),
      says(JSON.stringify(good)),
    ])
    const ask = engine(server.baseUrl)
    expect((await ask()).value).toEqual(good)
    expect((await ask()).value).toEqual(good)
    expect(server.asked.map((chat) => chat.response_format?.type)).toEqual(['json_schema', undefined, undefined])
    expect(server.asked[2]?.messages[0]?.content).toMatch(/^Be brief\.[\s\S]*JSON schema[\s\S]*"points"/)
  })

  it('is retried after a 429 as soon as Retry-After allows, and after a 500', async () => {
    const busy = refuses(429, 'slow down', { 'retry-after': '0.05' })
    const broken = refuses(500, 'out of memory', { 'retry-after-ms': '10' })
    const server = await modelServer([busy, broken, says(JSON.stringify(good))])
    const started = performance.now()
    expect((await engine(server.baseUrl)()).value).toEqual(good)
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
    expect(performance.now() - started).toBeLessThan(1800)
  })

  it.each([
    ['rate-limit', refuses(429, 'quota', { 'retry-after': '0' }), 2],
    ['server', refuses(500, 'broken', { 'retry-after': '0' }), 2],
    ['auth', refuses(401, 'Incorrect API key provided: sk-very-secret'), 1],
    ['server', refuses(404, 'no such model'), 1],
  ] as const)('fails as %s when the retries are used up or would not help', async (kind, turn, calls) => {
    const server = await modelServer([turn, turn])
    const error = await failureOf(engine(server.baseUrl, { retries: 1 })())
    expect(error.kind).toBe(kind)
    expect(server.asked).toHaveLength(calls)
  })

  it('includes neither the key nor the transcript in an error', async () => {
    const server = await modelServer([refuses(401, 'Incorrect API key provided: sk-very-secret')])
    const error = await failureOf(engine(server.baseUrl)())
    const told = `${error.message} ${String(error.cause)} ${JSON.stringify(error)} ${JSON.stringify(error.cause)} ${error.stack}`
    expect(told).not.toContain('very-secret')
    expect(told).not.toContain('What was said')
  })

  it('fails as network when the connection breaks during the response or is refused', async () => {
    const server = await modelServer([cuts])
    expect((await failureOf(engine(server.baseUrl, { retries: 0 })())).kind).toBe('network')
    expect((await failureOf(engine('http://127.0.0.1:9/v1', { retries: 0 })())).kind).toBe('network')
  })

  it('fails as timeout when there is no response', async () => {
    const server = await modelServer([hangs])
    expect((await failureOf(engine(server.baseUrl, { timeout: 80 })())).kind).toBe('timeout')
  })

  it('stops when the caller aborts, before and during the call', async () => {
    const server = await modelServer([hangs])
    const gone = new AbortController()
    const call = failureOf(engine(server.baseUrl)(gone.signal))
    await server.firstRequest
    gone.abort()
    expect((await call).kind).toBe('aborted')
    expect((await failureOf(engine(server.baseUrl)(gone.signal))).kind).toBe('aborted')
    expect(server.asked).toHaveLength(1)
  })

  it('logs that an answer was unusable without logging the answer', async () => {
    logged.length = 0
    const server = await modelServer([says('the patient is called Ann'), says(JSON.stringify(good))])
    await engine(server.baseUrl)()
    expect(logged).toHaveLength(1)
    expect(JSON.stringify(logged)).not.toContain('Ann')
  })
})
