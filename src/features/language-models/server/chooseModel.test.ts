import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hours, seconds } from '#shared/units.ts'
import type { Llm } from '#platform/llm/llm.ts'
import { createScriptedLlm } from '#platform/llm/scriptedLlm.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { languageModels as feature } from '../server.ts'
import type { Limits } from '../contract.ts'
import { chooseModel, openModel } from './chooseModel.ts'
import { deleteOldUses } from './limits.ts'

const NONE: Limits = { summaries: null, questions: null, requests: null }

/** Starts a server with a model and these limits. The first account is the operator, the second one is limited. */
async function startLimited(
  { person = {}, server: all = {} }: { person?: Partial<Limits>; server?: Partial<Limits> },
  llm?: Llm,
) {
  const server = await testServer({ llm: llm ?? createScriptedLlm([], 'small') })
  const operator = await server.user('anna')
  const user = await server.user('ben')
  await operator.languageModels.limit({ body: { person: { ...NONE, ...person }, server: { ...NONE, ...all } } })
  return { server, operator, user, [Symbol.asyncDispose]: async () => await server[Symbol.asyncDispose]() }
}

const ask = (llm: Llm, signal = new AbortController().signal) =>
  llm.generate({
    purpose: 'part',
    instructions: '',
    prompt: '',
    maxOutputTokens: 10,
    signal,
    schema: z.object({ n: z.number() }),
  })

/** Returns a model whose responses wait until they are released, and the number of its requests. */
function createHeldLlm() {
  const waiting: (() => void)[] = []
  const llm: Llm = {
    id: 'held',
    contextTokens: null,
    generate: async ({ schema }) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { value: schema.parse({ n: 1 }), inputTokens: 1, outputTokens: 1 }
    },
  }
  return { llm, waiting }
}

const untilWaiting = async (waiting: readonly unknown[], count: number) => {
  while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets requests that wait for a free slot check again. */
async function advance({ clock }: TestServer, waiting: readonly unknown[], count: number) {
  while (waiting.length < count) {
    clock.advance(seconds(1))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the chosen model', () => {
  it('is null when none is configured', async () => {
    await using server = await testServer()
    const { id: userId } = await server.user('anna')
    expect(await chooseModel(server.ctx, { userId, model: 'auto' })).toBeNull()
    expect(await openModel(server.ctx, { userId, model: undefined })).toEqual({ refused: 'notConfigured' })
  })

  it.each(['auto', undefined, 'small', 'a model of last year'])('is the configured one for %s', async (model) => {
    await using started = await startLimited({}, createScriptedLlm([{ reply: { n: 3 } }], 'small'))
    const llm = await chooseModel(started.server.ctx, { userId: started.user.id, model })
    expect(llm?.id).toBe('small')
    expect((await ask(llm!)).value).toEqual({ n: 3 })
  })
})

describe('the limits of a day', () => {
  it('count the summaries of a user, except those of the operator, and reset at midnight UTC', async () => {
    await using started = await startLimited({ person: { summaries: 2 } })
    const { server, operator, user } = started
    const choose = (userId: string) => openModel(server.ctx, { userId, model: 'auto' })
    server.clock.advance(hours(20) - (server.clock.now().getTime() % hours(24)))
    for (let n = 0; n < 2; n++) expect(await choose(user.id)).toHaveProperty('llm')
    expect(await choose(user.id)).toEqual({ refused: 'personLimit', model: 'scripted' })
    expect(await chooseModel(server.ctx, { userId: user.id, model: 'auto' })).toBeNull()
    for (let n = 0; n < 3; n++) expect(await choose(operator.id)).toHaveProperty('llm')
    expect(await openModel(server.ctx, { userId: user.id, model: 'auto', purpose: 'question' })).toHaveProperty('llm')
    server.clock.advance(hours(4) - 1)
    expect(await choose(user.id)).toEqual({ refused: 'personLimit', model: 'scripted' })
    server.clock.advance(1)
    expect(await choose(user.id)).toHaveProperty('llm')
  })

  it('count all uses of the server, including those of the operator', async () => {
    await using started = await startLimited({ server: { questions: 2 } })
    const { server, operator, user } = started
    const choose = (userId: string) => openModel(server.ctx, { userId, model: 'auto', purpose: 'question' })
    expect(await choose(operator.id)).toHaveProperty('llm')
    expect(await choose(user.id)).toHaveProperty('llm')
    expect(await choose(user.id)).toEqual({ refused: 'serverLimit', model: 'scripted' })
    expect(await choose(operator.id)).toEqual({ refused: 'serverLimit', model: 'scripted' })
  })

  it('count a retried task once', async () => {
    await using started = await startLimited({ person: { summaries: 1 } })
    const { server, user } = started
    const choose = (useId: string) => openModel(server.ctx, { userId: user.id, model: 'auto', useId })
    expect(await choose('task-1')).toHaveProperty('llm')
    expect(await choose('task-1')).toHaveProperty('llm')
    expect(await choose('task-2')).toEqual({ refused: 'personLimit', model: 'scripted' })
  })

  it('hold when many uses come at once', async () => {
    await using started = await startLimited({ person: { summaries: 3 } })
    const { server, user } = started
    const opened = await Promise.all(Array.from({ length: 8 }, () => openModel(server.ctx, { userId: user.id, model: 'auto' })))
    expect(opened.filter((result) => 'llm' in result)).toHaveLength(3)
  })

  it('of 0 reserve the model for the operator', async () => {
    await using started = await startLimited({ person: { summaries: 0, questions: 0 } })
    const { server, operator, user } = started
    expect(await chooseModel(server.ctx, { userId: user.id, model: 'auto' })).toBeNull()
    expect(await chooseModel(server.ctx, { userId: operator.id, model: 'auto' })).not.toBeNull()
  })

  it('are part of the download of personal data, and old uses are deleted', async () => {
    await using started = await startLimited({})
    const { server, user } = started
    await chooseModel(server.ctx, { userId: user.id, model: 'auto' })
    const uses = await feature.personalData?.(server.ctx, user.id)
    expect(uses).toEqual({ language_model_uses: [{ purpose: 'summary', used_at: server.clock.now().toISOString() }] })
    server.clock.advance(hours(49))
    await deleteOldUses(server.ctx)
    expect(await feature.personalData?.(server.ctx, user.id)).toEqual({ language_model_uses: [] })
  })
})

describe('concurrent requests', () => {
  it('wait while the user has as many as allowed, and run when one has ended', async () => {
    const held = createHeldLlm()
    await using started = await startLimited({ person: { requests: 1 } }, held.llm)
    const { server, user } = started
    const llm = (await chooseModel(server.ctx, { userId: user.id, model: 'auto' }))!
    const first = ask(llm)
    await untilWaiting(held.waiting, 1)
    const second = ask(llm)
    server.clock.advance(seconds(2))
    await chooseModel(server.ctx, { userId: user.id, model: 'auto' })
    expect(held.waiting).toHaveLength(1)
    held.waiting.shift()?.()
    await first
    await advance(server, held.waiting, 1)
    held.waiting.shift()?.()
    expect((await second).value).toEqual({ n: 1 })
  })

  it('of all users wait for the server, and stop waiting when the caller aborts', async () => {
    const held = createHeldLlm()
    await using started = await startLimited({ server: { requests: 1 } }, held.llm)
    const { server, operator, user } = started
    const first = ask((await chooseModel(server.ctx, { userId: user.id, model: 'auto' }))!)
    await untilWaiting(held.waiting, 1)
    const controller = new AbortController()
    const second = ask((await chooseModel(server.ctx, { userId: operator.id, model: 'auto' }))!, controller.signal)
    const aborted = expect(second).rejects.toMatchObject({ kind: 'aborted' })
    controller.abort()
    await aborted
    held.waiting.shift()?.()
    await first
  })

  it('of a dead process no longer count after a while', async () => {
    const held = createHeldLlm()
    await using started = await startLimited({ person: { requests: 1 } }, held.llm)
    const { server, user } = started
    const llm = (await chooseModel(server.ctx, { userId: user.id, model: 'auto' }))!
    const lost = ask(llm)
    await untilWaiting(held.waiting, 1)
    server.clock.advance(hours(1))
    const next = ask(llm)
    await untilWaiting(held.waiting, 2)
    for (const release of held.waiting) release()
    expect((await Promise.all([lost, next])).map(({ value }) => value)).toEqual([{ n: 1 }, { n: 1 }])
  })
})
