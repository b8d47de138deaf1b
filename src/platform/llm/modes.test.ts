import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Clock } from '#platform/clock/clock.ts'
import type { LlmMode } from '#test/fakes/llm/llmModes.ts'
import { type FakeLlm, startFakeLlm } from '#test/fakes/llm/startFakeLlm.ts'
import { LlmError } from './llm.ts'
import { createOpenLlm, type OpenLlmOptions } from './openLlm.ts'
import type { RequestShape } from './requests/RequestShape.ts'

const schema = z.object({ title: z.string(), points: z.array(z.object({ text: z.string(), at: z.number() })), end: z.string() })
const ANSWER = {
  title: 'Clínic opening – 診療所',
  points: [{ text: 'The clinic opens on the third of May, says </think> and {Mara}.', at: 1 }],
  end: 'The clinic opens on the third of May.',
}
/** Longer than a context of 4,096 tokens. */
const LONG_PROMPT = 'What was said? '.repeat(1200)

let fake: FakeLlm
beforeAll(async () => (fake = await startFakeLlm()))
afterAll(async () => await fake[Symbol.asyncDispose]())

const log = { debug: () => {}, warn: () => {} }

/** Returns a model with a clock on which every wait ends at once. */
function openModel(options: OpenLlmOptions & { contextTokens?: number } = {}) {
  const waits: number[] = []
  const clock: Clock = { now: () => new Date(), wait: async (ms) => void waits.push(ms) }
  const { contextTokens = null, ...rest } = options
  const server = { kind: 'openai-compatible', baseUrl: fake.baseUrl, apiKey: 'sk-secret', model: 'm', contextTokens } as const
  const llm = createOpenLlm(log, clock)(server, rest)
  const fields: object[] = []
  const generate = (prompt = 'What was said?', maxOutputTokens = 300) =>
    llm.generate({
      purpose: 'part',
      instructions: 'Be brief.',
      prompt,
      schema,
      maxOutputTokens,
      signal: new AbortController().signal,
      onFields: (written) => void fields.push(written),
    })
  return { llm, generate, waits, fields }
}

async function failureOf(call: Promise<unknown>): Promise<LlmError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(LlmError)
  return error as LlmError
}

describe('a model answers even if its server', () => {
  it.each<[LlmMode, number]>([
    ['ok', 1],
    ['orphan-think', 1],
    ['harmony', 1],
    ['think', 1],
    ['thought-tag', 1],
    ['reasoning-tag', 1],
    ['think-upper-attr', 1],
    ['gemma-channel', 1],
    ['fence', 1],
    ['two-objects', 1],
    ['schema-echo', 1],
    ['trailing-comma', 1],
    ['comments', 1],
    ['wrapped', 1],
    ['single-item-array', 1],
    ['single-quotes', 1],
    ['capital-keys', 1],
    ['bom', 1],
    ['toolcall', 1],
    ['function-call', 1],
    ['content-parts', 1],
    ['reasoning-field', 1],
    ['reasoning-only', 1],
    ['null-content', 1],
    ['nostream', 1],
    ['crlf', 1],
    ['nospace', 1],
    ['bare', 1],
    ['no-done', 1],
    ['no-finish', 1],
    ['keepalive', 1],
    ['event-names', 1],
    ['split-utf8', 1],
    ['gzip', 1],
    ['reset', 2],
    ['cut', 2],
    ['mid-error', 2],
    ['200error-once', 2],
    ['busy', 3],
    ['loading', 3],
    ['loading-html', 3],
    ['gpt5', 2],
    ['no-stream-options', 2],
    ['no-response-format', 2],
    ['no-system', 2],
    ['no-stream', 2],
    ['says-nothing', 3],
    ['maxout', 2],
  ])('is in the mode %s, with %i requests', async (mode, requests) => {
    fake.setMode(mode, { answer: ANSWER })
    const { generate } = openModel()
    expect((await generate()).value).toEqual(ANSWER)
    expect(fake.requests).toHaveLength(requests)
  })

  it('breaks lines within its texts, or sends another encoding', async () => {
    fake.setMode('newline-in-string', { answer: ANSWER })
    expect((await openModel().generate()).value.end).toBe('The clinic\nopens on the third of May.')
    fake.setMode('latin1', { answer: { ...ANSWER, title: 'Clínic' } })
    expect((await openModel().generate()).value).toEqual({ ...ANSWER, title: 'Cl\ufffdnic' })
  })

  it.each<LlmMode>([
    'orphan-think',
    'harmony',
    'thought-tag',
    'think-upper-attr',
    'reasoning-field',
    'content-parts',
    'toolcall',
  ])('reasons first: the fields of its answer are reported while it streams (%s)', async (mode) => {
    fake.setMode(mode, { answer: ANSWER })
    const { generate, fields } = openModel()
    await generate()
    expect(fields.at(-1)).toEqual(ANSWER)
    expect(fields.every((each) => !('a' in each))).toBe(true)
  })
})

describe('a server that is busy or drops the connection', () => {
  it('is called again after the delay it requests, or after a growing delay', async () => {
    fake.setMode('busy', { answer: ANSWER })
    const busy = openModel()
    await busy.generate()
    expect(busy.waits).toEqual([3000, 3000])
    fake.setMode('loading', { answer: ANSWER })
    const loading = openModel()
    await loading.generate()
    expect(loading.waits).toEqual([2000, 4000])
  })

  it.each<[LlmMode, string, number]>([
    ['always-busy', 'rate-limit', 4],
    ['200error', 'server', 4],
    ['broken', 'server', 4],
    ['reset-always', 'broken-off', 4],
    ['cut-always', 'broken-off', 4],
    ['quota', 'quota', 1],
    ['wrong-key', 'auth', 1],
    ['unknown-model', 'unknown-model', 1],
    ['unknown-url', 'not-found', 1],
    ['redirect', 'redirect', 1],
    ['proxy-page', 'no-api', 1],
    ['other-json', 'no-api', 1],
    ['refusal', 'refused-answer', 1],
    ['content-filter', 'refused-answer', 1],
    ['endless', 'endless-answer', 1],
    ['huge-line', 'broken-off', 4],
    ['empty', 'empty-answer', 2],
    ['markdown', 'unusable-answer', 2],
    ['length', 'cut-answer', 2],
    ['only-thinks', 'cut-answer', 2],
    ['refuses-all', 'bad-request', 7],
  ])('in the mode %s fails as %s after %i requests', async (mode, kind, requests) => {
    fake.setMode(mode, { answer: ANSWER })
    const error = await failureOf(openModel().generate())
    expect(error.kind).toBe(kind)
    expect(fake.requests).toHaveLength(requests)
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/sk-secret|What was said/)
  })
})

describe('a parameter that a server refuses', () => {
  it.each<[LlmMode, Partial<RequestShape>]>([
    ['gpt5', { maxTokens: 'max_completion_tokens' }],
    ['no-stream-options', { omits: ['stream_options'] }],
    ['no-response-format', { schema: 'prompt' }],
    ['no-system', { instructions: 'user' }],
    ['no-stream', { streams: false }],
    ['says-nothing', { omits: ['stream_options'] }],
    ['maxout', { maxOutputTokens: 200 }],
  ])('is left out from then on, also by the next model that gets the shape (%s)', async (mode, shape) => {
    fake.setMode(mode, { answer: ANSWER })
    const learned: RequestShape[] = []
    const { generate } = openModel({ onShape: (each) => void learned.push(each) })
    await generate()
    const before = fake.requests.length
    await generate()
    expect(fake.requests).toHaveLength(before + 1)
    expect(learned).toEqual([expect.objectContaining(shape)])
    await openModel({ shape: learned[0]! }).generate()
    expect(fake.requests).toHaveLength(before + 2)
  })

  it.each<[LlmMode, number]>([
    ['ctx-openai', 4096],
    ['ctx-gemini', 4096],
    ['ctx-anthropic', 4096],
    ['ctx-tgi', 4096],
    ['ctx-groq', 4096],
    ['ctx-mistral', 4096],
    ['ctx-llamacpp', 4096],
    ['ctx-nonum', 3151],
    ['ctx-413html', 3151],
  ])('for its length reveals the context of the model (%s)', async (mode, contextTokens) => {
    fake.setMode(mode, { answer: ANSWER })
    const learned: RequestShape[] = []
    const { generate } = openModel({ onShape: (each) => void learned.push(each) })
    expect(await failureOf(generate(LONG_PROMPT))).toMatchObject({ kind: 'too-long', contextTokens })
    expect(fake.requests).toHaveLength(1)
    expect((await generate()).value).toEqual(ANSWER)
    expect(learned).toEqual([expect.objectContaining({ contextTokens })])
    const next = openModel({ shape: learned[0]! })
    expect(next.llm.contextTokens).toBe(contextTokens)
    expect(await failureOf(next.generate(LONG_PROMPT))).toMatchObject({ kind: 'too-long' })
    expect(fake.requests).toHaveLength(2)
  })

  it('for its length, although it fits the context that the server named, halves that context', async () => {
    fake.setMode('ctx-nonum', { answer: ANSWER })
    const { generate } = openModel({ contextTokens: 8000 })
    expect(await failureOf(generate(LONG_PROMPT))).toMatchObject({ kind: 'too-long', contextTokens: 3151 })
  })
})
