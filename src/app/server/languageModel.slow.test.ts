import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { TASK_CODES } from '#features/generate/contract.ts'
import type { SummaryResult } from '#features/notes/contract.ts'
import { coveredPercent } from '#features/notes/rules.ts'
import { contentWordsOf } from '#features/notes/server.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { minutes, seconds } from '#shared/units.ts'
import { INSTALL_TIMEOUT, installLlamaServer } from '#test/fakes/llm/installLlamaServer.ts'
import { type LlamaServer, startLlamaServer } from '#test/fakes/llm/startLlamaServer.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { type User, uploadRecording } from '#test/server/user.ts'

/** The model was trained for 8,192 tokens. With fewer, the transcript below is read in several parts. */
const WINDOW = 3072
const WORDS_PER_SECOND = 2
const TEST_TIMEOUT = minutes(20)

/** Questions about the conversation en-release. It does not answer the last one. */
const QUESTIONS = [
  'Why does the import job crash?',
  'When is the release?',
  'Who writes the load test?',
  'What happens to the search index?',
  'What is the price of the new office?',
]

let llama: LlamaServer | null = null
let skipReason = ''
beforeAll(
  async () => {
    const installed = await installLlamaServer()
    if ('skipReason' in installed) skipReason = installed.skipReason
    else llama = await startLlamaServer(installed, WINDOW)
  },
  INSTALL_TIMEOUT + minutes(3),
)
afterAll(async () => await llama?.[Symbol.asyncDispose]())

/** Returns the running server. Skips the test when it cannot be installed. */
function requireLlama(ctx: TestContext): LlamaServer {
  if (llama) return llama
  console.log(`  skipped: ${skipReason}`)
  return ctx.skip(skipReason)
}

/** Returns the words of a bench conversation, without its summary and its speakers. */
async function readWords(name: string): Promise<string[]> {
  const [, ...lines] = (await readFile(`bench/summary/meetings/${name}.txt`, 'utf8')).trim().split('\n')
  return lines.flatMap((line) => line.replace(/^[^:]{1,20}: /, '').split(' '))
}

/** Starts a server whose operator has chosen the model, and whose speech engine returns these words for every recording. */
async function startWithModel({ port, baseUrl, model }: LlamaServer, script: readonly string[]): Promise<TestServer> {
  const settings = { LLM_FIND: `llama-cpp-python=${port}`, PLAN: 'pro' }
  const server = await testServer({ speech: scriptedSpeech({ script }), settings })
  const { languageModels } = await server.user('anna')
  const { data } = await languageModels.use({ body: { kind: 'openai-compatible', address: baseUrl, model } })
  expect(data).toMatchObject({ outcome: 'answered', context_tokens: WINDOW })
  return server
}

/** For such a small model. An incomplete or empty answer fails the task, and a user would try again. */
const TRIES = 3
const UNUSABLE = /gave an answer that cannot be used|wrote nothing/

/**
 * Uploads a recording of these words as Ben and generates its summary with the named model. Returns transcript and summary. An
 * attempt may fail only because of the model's output. Skips the test when no attempt returned usable output.
 */
async function summarize(ctx: TestContext, server: TestServer, { model, words }: { model: string; words: number }) {
  const user = await server.user('ben')
  const { id } = await uploadRecording(user, createToneWav(words / WORDS_PER_SECOND))
  const info = JSON.stringify({ language: 'en', llm: model })
  let reply = await generate(user, id, { info })
  for (let tries = 1; reply.status !== 1; tries++) {
    expect(reply).toMatchObject({ status: TASK_CODES.answerUnusable, err_msg: expect.stringMatching(UNUSABLE) })
    expect(reply.data_result).not.toEqual([])
    const reason = `the model wrote nothing usable in ${tries} of ${TRIES} tries`
    console.log(`  ${reason}`)
    if (tries === TRIES) return ctx.skip(reason)
    reply = await generate(user, id, { info, is_reload: 1 })
  }
  const summary = JSON.parse(reply.data_result_summ ?? 'null') as SummaryResult
  return { segments: reply.data_result ?? [], summary, form: summary.form! }
}

/** Starts a task and returns the reply when it has ended. */
async function generate(user: User, id: string, body: { info: string; is_reload?: number }) {
  let reply = await user.generate.transsumm({ params: { id }, body })
  while (reply.status === 0) {
    await systemClock.wait(seconds(1))
    reply = await user.generate.transsumm({ params: { id }, body: {} })
  }
  return reply
}

describe('llama-cpp-python with a small model', () => {
  it(
    'is found on this machine, answers "Try it" in the requested form, and its window is known',
    { timeout: TEST_TIMEOUT },
    async (ctx) => {
      const { port, baseUrl, model } = requireLlama(ctx)
      await using server = await testServer({ settings: { LLM_FIND: `llama-cpp-python=${port}` } })
      const { languageModels } = await server.user('anna')
      const found = { model, bytes: null, context_tokens: WINDOW, language_count: null }
      expect((await languageModels.find({})).data.servers).toEqual([
        { program: 'llama-cpp-python', address: baseUrl, models: [found] },
      ])
      const address = { kind: 'openai-compatible', address: baseUrl } as const
      expect((await languageModels.list({ body: address })).data).toMatchObject({ models: [{ model }], failure: null })
      const { data } = await languageModels.test({ body: { server: { ...address, model } } })
      expect(data).toMatchObject({ outcome: 'answered', follows_schema: true, context_tokens: WINDOW })
    },
  )

  it('returns a structured summary whose lines link to the transcript', { timeout: TEST_TIMEOUT }, async (ctx) => {
    const running = requireLlama(ctx)
    const script = await readWords('en-release')
    await using server = await startWithModel(running, script)
    const { segments, summary, form } = await summarize(ctx, server, { model: running.model, words: script.length })
    expect(form).toMatchObject({ engine: { kind: 'llm', id: running.model }, coverage: { share: 1 } })
    expect(summary.header.headline).not.toBe('')
    expectCheckedPoints(summary, segments)
  })

  it('reads a long recording in parts, and reports its coverage', { timeout: 2 * TEST_TIMEOUT }, async (ctx) => {
    const running = requireLlama(ctx)
    const names = ['en-clinics', 'en-lecture', 'en-podcast', 'en-sales']
    const script = (await Promise.all(names.map(readWords))).flat()
    await using server = await startWithModel(running, script)
    const { segments, summary, form } = await summarize(ctx, server, { model: running.model, words: script.length })
    expect(form.engine).toEqual({ kind: 'llm', id: running.model })
    // A part whose answers were unusable is missing, and the summary reports that.
    expect(form.coverage.share).toBeGreaterThan(0)
    expect(summary.markdown).toContain(`${coveredPercent(form.coverage.share)}%`)
    expectCheckedPoints(summary, segments)
  })

  it(
    'answers questions with sentences that their passages contain, or quotes the recording',
    { timeout: TEST_TIMEOUT },
    async (ctx) => {
      const running = requireLlama(ctx)
      await using server = await startWithModel(running, await readWords('en-release'))
      const user = await server.user('ben')
      const { id } = await uploadRecording(user, createToneWav(120))
      await generate(user, id, { info: JSON.stringify({ language: 'en' }) })
      const lines: string[] = []
      for (const question of QUESTIONS) {
        const { answer } = (await user.ask.ask({ body: { question, scope: { file_ids: [id] } } })).data
        const { engine, no_model, left_out, sentences } = answer
        lines.push(
          `  ${question} ${engine ? 'written' : `quoted (${no_model})`}: ${sentences.length} sentences, ${left_out} left out`,
        )
        expect(answer.state).toBe('done')
        expect(['modelFailed', 'unsupported', running.model]).toContain(engine ?? no_model)
        for (const { text, citations } of sentences) {
          const said = contentWordsOf(citations.map(({ quote }) => quote).join(' '), 'en')
          expect(citations.length, text).toBeGreaterThan(0)
          expect([...contentWordsOf(text, 'en')].filter((word) => said.has(word)).length, text).toBeGreaterThan(0)
        }
        expect(sentences.length > 0 || answer.missing !== null).toBe(true)
      }
      console.log(lines.join('\n'))
    },
  )
})

/** Expects lines that cite segments of the recording, with the time of a word there, and marks on unsupported lines. */
function expectCheckedPoints(
  { form, markdown }: SummaryResult,
  segments: readonly { id: string; start_time: number; words?: unknown }[],
) {
  const points = form?.sections.flatMap((section) => section.points) ?? []
  const ids = new Set(segments.map(({ id }) => id))
  expect(points.length).toBeGreaterThan(0)
  for (const point of points) {
    expect(point.text).not.toBe('')
    for (const id of point.segments) expect(ids).toContain(id)
    expect(point.start_time === null).toBe(point.segments.length === 0)
    expect(point.start_time ?? 0).toBeLessThanOrEqual(segments.at(-1)!.start_time + seconds(60))
    expect(point.supported && point.segments.length === 0).toBe(false)
  }
  const marks = markdown.match(/\*\((?:not found in|[^*]* differs from) the recording\)\*/g) ?? []
  expect(marks).toHaveLength(points.filter(({ supported }) => !supported).length)
  console.log(
    `  ${points.length} lines, ${points.length - marks.length} supported by their passages, coverage ${form?.coverage.share}`,
  )
}
