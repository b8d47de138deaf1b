import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LlmError } from './llm.ts'
import { createOpenLlm } from './openLlm.ts'

const schema = z.object({ title: z.string(), points: z.array(z.string()) })
const ANSWER = { title: 'Clinic opens', points: ['Forty solar panels.'] }
const TEXT = JSON.stringify(ANSWER)
const [FIRST, SECOND] = [TEXT.slice(0, 20), TEXT.slice(20)]

/** What the server sends next, and whether it then leaves the connection open. */
let reply: { text: string; staysOpen?: boolean } = { text: '' }
let baseUrl = ''
const server = createServer((_, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(reply.text)
  if (!reply.staysOpen) response.end()
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

async function ask(text: string, { staysOpen = false } = {}) {
  reply = { text, staysOpen }
  const log = { debug: () => {}, warn: () => {} }
  const address = { kind: 'openai-compatible', baseUrl, apiKey: null, model: 'm', contextTokens: null } as const
  const llm = createOpenLlm(log)(address, { retries: 0 })
  const request = { purpose: 'part', instructions: 'Be brief.', prompt: 'What was said?', schema, maxOutputTokens: 3000 }
  try {
    return (await llm.generate({ ...request, signal: new AbortController().signal })).value
  } catch (error) {
    return error instanceof LlmError ? error.kind : error
  }
}

const chunk = (delta: object, finish_reason: string | null = null, index = 0) => ({ choices: [{ index, delta, finish_reason }] })
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const events = (...values: readonly object[]) => values.map(event).join('')
const call = (index: number, args: string) => ({ tool_calls: [{ index, function: { name: 'f', arguments: args } }] })
const FINISH = chunk({}, 'stop')
const DONE = 'data: [DONE]\n\n'

describe('an answer of a foreign server', () => {
  it.each<[string, string]>([
    ['ends with [DONE]', events(chunk({ content: TEXT }), FINISH) + DONE],
    ['ends with [DONE] alone', events(chunk({ content: TEXT })) + DONE],
    ['ends with its reason alone', events(chunk({ content: TEXT }), FINISH)],
  ])('is complete even if the connection stays open: it %s', async (_, text) => {
    expect(await ask(text, { staysOpen: true })).toEqual(ANSWER)
  })

  it.each<[string, string]>([
    ['an empty error in each chunk', events({ ...chunk({ content: TEXT }), error: {} }, { ...FINISH, error: null }) + DONE],
    ['an error after the end', events(chunk({ content: TEXT }), FINISH) + DONE + events({ error: { message: 'late' } })],
    [
      'two answers',
      events(chunk({ content: FIRST }), chunk({ content: 'XX' }, null, 1), chunk({ content: SECOND }), FINISH) + DONE,
    ],
    ['two calls of tools', events(chunk(call(0, FIRST)), chunk(call(1, '{"a":1}')), chunk(call(0, SECOND)), FINISH) + DONE],
    ['an object as content', events(chunk({ content: ANSWER }), FINISH) + DONE],
    [
      'the answer as reasoning, with empty content',
      events(chunk({ reasoning_content: TEXT }), chunk({ content: '\n\n' }), FINISH) + DONE,
    ],
    [
      'no empty lines between events',
      [chunk({ content: FIRST }), chunk({ content: SECOND }), FINISH].map((each) => `data: ${JSON.stringify(each)}`).join('\n') +
        '\ndata: [DONE]\n\n',
    ],
    [
      'a document on each line',
      [chunk({ content: FIRST }), chunk({ content: SECOND }), FINISH].map((each) => JSON.stringify(each)).join('\n'),
    ],
    ['a list of chunks', JSON.stringify([chunk({ content: FIRST }), chunk({ content: SECOND }), FINISH])],
  ])('is read with %s', async (_, text) => {
    expect(await ask(text)).toEqual(ANSWER)
  })

  it.each([
    'SAFETY',
    'CONTENT_FILTER',
    'content_filter: SAFETY',
    'RECITATION',
    'PROHIBITED_CONTENT',
    'BLOCKLIST',
    'sensitive',
    'refusal',
    'guardrail_intervened',
    'ERROR_TOXIC',
  ])('is refused for the reason %s, with and without partial text', async (reason) => {
    expect(await ask(events(chunk({}, reason)))).toBe('refused-answer')
    expect(await ask(events(chunk({ content: FIRST }), chunk({}, reason)))).toBe('refused-answer')
  })

  it.each(['network_error', 'insufficient_system_resource', 'abort'])(
    'counts as broken off for the reason %s',
    async (reason) => {
      expect(await ask(events(chunk({ content: FIRST }), chunk({}, reason)))).toBe('broken-off')
    },
  )

  it('is rejected when the server sends plain text', async () => {
    expect(await ask('Welcome to our API.')).toBe('no-api')
  })

  it.each([
    ['unusable-answer', '{"title":'.repeat(5000) + '1' + '}'.repeat(5000)],
    ['cut-answer', '{"title":'.repeat(9000)],
  ])('is an %s when it is nested thousands of times', async (kind, content) => {
    expect(await ask(events(chunk({ content }), FINISH) + DONE)).toBe(kind)
  })

  it.each([
    ['single quotes and brackets in a text', `{'title': 'It isn\\'t }] open', 'points': ['a :} b', 'c']}`, ['a :} b', 'c']],
    ['typographic quotes', '{“title”: “It is }] open”, “points”: [“a ]} b”]}', ['a ]} b']],
    ['a quotation mark in a text', '{"title": "t", "points": ["A 5" screen", "b"]}', ['A 5" screen', 'b']],
  ])('is read with %s', async (_, content, points) => {
    expect(await ask(events(chunk({ content }), FINISH) + DONE)).toMatchObject({ points })
  })

  it('counts as truncated when it ends within a string, whatever its quotes', async () => {
    const content = `{'title': 'It isn\\'t }] open', 'points': ['Forty sol`
    expect(await ask(events(chunk({ content }), chunk({}, 'length')) + DONE)).toBe('cut-answer')
  })
})
