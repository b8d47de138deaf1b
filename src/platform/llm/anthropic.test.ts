import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { estimateTokens } from './llm.ts'
import { createOpenLlm } from './openLlm.ts'

type Call = {
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: { model: string; max_tokens?: number; system?: unknown; messages: unknown[] }
}

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

const log = { debug: () => {}, warn: () => {} }
const schema = z.object({ title: z.string() })

/** Starts a server with the Messages API on this machine. Each reply is a status with the text of the model or an error. */
async function messagesServer(replies: readonly (readonly [status: number, text: string])[]) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      calls.push({ path: request.url, headers: request.headers, body: JSON.parse(text) as Call['body'] })
      const [status, content] = replies[calls.length - 1] ?? [500, 'no reply left']
      response.writeHead(status, { 'content-type': status === 200 ? 'text/event-stream' : 'application/json' })
      response.end(status === 200 ? toEvents(content) : JSON.stringify({ type: 'error', error: { type: 'e', message: content } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => void (await new Promise((resolve) => server.close(resolve))))
  return { calls, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

/** Returns the events in which an answer is streamed. */
const toEvents = (text: string): string =>
  [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        stop_reason: null,
        stop_sequence: null,
        content: [],
        usage: { input_tokens: 30, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

function generateWith(baseUrl: string, { contextTokens = null as number | null, prompt = 'What was said?' } = {}) {
  const server = { kind: 'anthropic', baseUrl, apiKey: 'sk-ant-secret', model: 'claude-sonnet', contextTokens } as const
  const llm = createOpenLlm(log)(server, { retries: 0 })
  const signal = new AbortController().signal
  return llm.generate({ purpose: 'part', instructions: 'Be brief.', prompt, schema, maxOutputTokens: 300, signal })
}

describe('the Messages API of Anthropic', () => {
  it('gets the key in its header and always a maximum of the output', async () => {
    const { calls, baseUrl } = await messagesServer([[200, '{"title":"Two cities"}']])
    expect(await generateWith(baseUrl)).toEqual({ value: { title: 'Two cities' }, inputTokens: 30, outputTokens: 7 })
    expect(calls[0]).toMatchObject({ path: '/v1/messages', body: { model: 'claude-sonnet', max_tokens: 300 } })
    expect(calls[0]?.headers['x-api-key']).toBe('sk-ant-secret')
  })

  it('gets a second request when the answer cannot be used', async () => {
    const { calls, baseUrl } = await messagesServer([
      [200, 'I cannot do that.'],
      [200, '```json\n{"title":"x"}\n```'],
    ])
    expect((await generateWith(baseUrl)).value).toEqual({ title: 'x' })
    expect(JSON.stringify(calls[1]?.body.messages)).toContain('could not be used')
  })

  it('gets the schema in the prompt after it has refused it', async () => {
    const { calls, baseUrl } = await messagesServer([
      [400, 'output_format: not supported'],
      [200, '{"title":"x"}'],
    ])
    expect((await generateWith(baseUrl)).value).toEqual({ title: 'x' })
    expect(JSON.stringify(calls[1]?.body.system)).toContain('JSON schema')
  })

  it.each([
    [401, 'auth'],
    [404, 'not-found'],
    [429, 'rate-limit'],
    [529, 'server'],
  ])('fails with HTTP %i as %s, without the key in the error', async (status, kind) => {
    const { baseUrl } = await messagesServer([[status, 'invalid x-api-key sk-ant-secret']])
    const error: unknown = await generateWith(baseUrl).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind })
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toContain('secret')
  })
})

describe('a prompt longer than the context of the model', () => {
  it('is refused before it is sent, as too-long', async () => {
    const { calls, baseUrl } = await messagesServer([])
    const call = generateWith(baseUrl, { contextTokens: 1000, prompt: 'word '.repeat(1000) })
    await expect(call).rejects.toMatchObject({ name: 'LlmError', kind: 'too-long' })
    expect(calls).toEqual([])
  })

  it('is sent when the context is not known, or long enough for the prompt and the answer', async () => {
    const { calls, baseUrl } = await messagesServer([
      [200, '{"title":"x"}'],
      [200, '{"title":"x"}'],
    ])
    const prompt = 'word '.repeat(1000)
    await generateWith(baseUrl, { prompt })
    await generateWith(baseUrl, { prompt, contextTokens: estimateTokens(prompt) + 300 + 200 })
    expect(calls).toHaveLength(2)
  })

  it('is estimated with a token for each letter of Chinese and for three of English', () => {
    expect(estimateTokens('会议纪要')).toBe(4)
    expect(estimateTokens('minutes of')).toBe(4)
  })
})
