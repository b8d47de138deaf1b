import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createOpenLlm } from './openLlm.ts'

type Reply = (response: ServerResponse) => void

const schema = z.object({ title: z.string(), points: z.array(z.string()), end: z.string() })
const ANSWER = { title: 'Two "cities"', points: ['It was the best of times, ', 'it was the worst'], end: 'The end of the text.' }
const log = { debug: () => {}, warn: () => {} }

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0)) await close()
})

/** Starts a server that sends these replies in order. Returns its address and the requests it received. */
async function modelServer(replies: readonly Reply[]) {
  const requests: { stream?: boolean; response_format?: unknown }[] = []
  const closed: Promise<void>[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    closed.push(new Promise((resolve) => response.once('close', resolve)))
    request.on('end', () => {
      requests.push(JSON.parse(body) as (typeof requests)[number])
      replies[requests.length - 1]?.(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { requests, closed, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const pieces = (text: string): string[] => text.match(/[\s\S]{1,7}/g) ?? []
const sse = (events: readonly object[]): string => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')

const chunksOf = (text: string) =>
  sse(
    pieces(text).map((content) => ({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
    })),
  )
const openStream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

const streamChat =
  (text: string): Reply =>
  (response) => {
    openStream(response).write(chunksOf(text))
    const choices = [{ index: 0, delta: {}, finish_reason: 'stop' }]
    response.end(`${sse([{ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices }])}data: [DONE]\n\n`)
  }

const streamMessage =
  (text: string): Reply =>
  (response) => {
    const message = { id: 'm1', type: 'message', role: 'assistant', model: 'claude', content: [], stop_reason: null }
    const events = [
      { type: 'message_start', message: { ...message, usage: { input_tokens: 30, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...pieces(text).map((part) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } })),
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
      { type: 'message_stop' },
    ]
    openStream(response).end(events.map((event) => `event: ${event.type}\n${sse([event])}`).join(''))
  }

const failWith =
  (status: number): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}')

/** Calls the model and returns the names of the fields that were reported, one entry for each report. */
function stream(
  baseUrl: string,
  { kind = 'openai-compatible' as 'openai-compatible' | 'anthropic', signal = new AbortController().signal } = {},
) {
  const reported: string[] = []
  let resolveFirst = () => {}
  const first = new Promise<void>((resolve) => (resolveFirst = resolve))
  const server = { kind, baseUrl, apiKey: 'sk-secret', model: 'claude-sonnet-4-5', contextTokens: null } as const
  const onFields = (fields: object) => {
    reported.push(Object.keys(fields).join())
    resolveFirst()
  }
  const request = { purpose: 'part', instructions: 'Be brief.', prompt: 'What was said?', schema, maxOutputTokens: 300, signal }
  return { reported, first, answer: createOpenLlm(log)(server, { retries: 0 }).generate({ ...request, onFields }) }
}
const rejectionOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )

describe('a streaming answer whose fields are reported', () => {
  it.each([
    ['openai-compatible', streamChat],
    ['anthropic', streamMessage],
  ] as const)('is streamed by a server of the kind %s', async (kind, reply) => {
    const { requests, baseUrl } = await modelServer([reply(JSON.stringify(ANSWER))])
    const { reported, answer } = stream(baseUrl, { kind })
    expect((await answer).value).toEqual(ANSWER)
    expect(reported).toEqual(['title', 'title,points', 'title,points,end'])
    expect(requests).toMatchObject([{ stream: true }])
  })

  it('is requested again when it cannot be used, and its fields start over', async () => {
    const { baseUrl } = await modelServer([streamChat('{"title":"x","points":7}'), streamChat(JSON.stringify(ANSWER))])
    const { reported, answer } = stream(baseUrl)
    expect((await answer).value).toEqual(ANSWER)
    expect(reported).toEqual(['title', 'title,points', 'title', 'title,points', 'title,points,end'])
  })

  it('gets the schema in the prompt when the server refuses response_format', async () => {
    const { requests, baseUrl } = await modelServer([failWith(400), streamChat(JSON.stringify(ANSWER))])
    expect((await stream(baseUrl).answer).value).toEqual(ANSWER)
    expect(requests.map(({ response_format }) => response_format !== undefined)).toEqual([true, false])
  })

  it.each([
    [401, 'auth'],
    [404, 'not-found'],
    [500, 'server'],
  ])('fails with HTTP %i as %s', async (status, kind) => {
    const { baseUrl } = await modelServer([failWith(status)])
    expect(await rejectionOf(stream(baseUrl).answer)).toMatchObject({ name: 'LlmError', kind })
  })

  it('fails as broken-off when the connection breaks while it streams', async () => {
    const breakOff: Reply = (response) =>
      void openStream(response).write(chunksOf('{"title":"x","points":[],"en'), () => response.destroy())
    const { baseUrl } = await modelServer([breakOff])
    const { reported, answer } = stream(baseUrl)
    expect(await rejectionOf(answer)).toMatchObject({ name: 'LlmError', kind: 'broken-off' })
    expect(reported).toContain('title,points')
  })

  it('stops streaming when the caller aborts, and closes the connection', async () => {
    const hang: Reply = (response) => void openStream(response).write(chunksOf('{"title":"x","points":[],"en'))
    const { closed, baseUrl } = await modelServer([hang])
    const controller = new AbortController()
    const { first, answer } = stream(baseUrl, { signal: controller.signal })
    await first
    controller.abort()
    expect(await rejectionOf(answer)).toMatchObject({ name: 'LlmError', kind: 'aborted' })
    await closed[0]
  })
})
