import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createModelManager, type Measure } from '#platform/speech/models/modelManager.ts'
import { openModelStore } from '#platform/speech/models/modelStore.ts'
import { CATALOGUE } from '#platform/speech/models/catalogue.ts'
import { startModelHost } from '#test/fakes/models/startModelHost.ts'
import { createTestModel, testModelFiles } from '#test/fixtures/testModel.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients, type User } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

/** Starts a server whose catalogue has the bundled model and one that a host on this machine serves. */
async function startWithModel(measure: Measure = async () => ({ speed: 12.5, threads: 2 })) {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-models-'))
  const host = await startModelHost(
    Object.fromEntries(Object.entries(testModelFiles).map(([name, content]) => [`/${name}`, content])),
  )
  const catalogue = [...CATALOGUE.filter(({ isBundled }) => isBundled), createTestModel([host.url])]
  const models = createModelManager(openModelStore({ dir, catalogue }), { measure, now: () => new Date() })
  const server = await testServer({ models })
  return {
    server,
    host,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await host[Symbol.asyncDispose]()
      await rm(dir, { recursive: true })
    },
  }
}

const readModel = async ({ speechModels }: Pick<User, 'speechModels'>) =>
  (await speechModels.list({})).data.models.find(({ id }) => id === 'test-model')!

/** Reads the model until it has that state. */
async function untilState(user: User, state: string) {
  for (;;) {
    const model = await readModel(user)
    if (model.state === state) return model
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const params = { id: 'test-model' }

describe('the speech models of a server', () => {
  it('are downloaded by the operator and measured once', async () => {
    await using started = await startWithModel()
    const operator = await started.server.user('anna')
    expect((await operator.me.me({})).data_user.is_operator).toBe(true)
    const { data } = await operator.speechModels.list({})
    expect(data).toMatchObject({ speech_server: null, is_measuring: false, runs_models: true })
    expect(data.models.map(({ id, state, is_bundled }) => [id, state, is_bundled])).toEqual([
      ['whisper-base', 'installed', true],
      ['test-model', 'absent', false],
    ])
    await operator.speechModels.download({ params })
    const installed = await untilState(operator, 'installed')
    expect(installed).toMatchObject({ received: 60_008, bytes: 60_008 })
    while ((await readModel(operator)).speed === null) await new Promise((resolve) => setImmediate(resolve))
    expect(await readModel(operator)).toMatchObject({ speed: { factor: 12.5, is_measured: true } })
  })

  it('pause and resume, and are removed', async () => {
    await using started = await startWithModel()
    const operator = await started.server.user('anna')
    started.host.failNext('hangs')
    await operator.speechModels.download({ params })
    while ((await readModel(operator)).received === 0) await new Promise((resolve) => setImmediate(resolve))
    await operator.speechModels.pause({ params })
    expect(await readModel(operator)).toMatchObject({ state: 'partial', received: 30_000 })
    await operator.speechModels.download({ params })
    await untilState(operator, 'installed')
    await operator.speechModels.remove({ params })
    expect(await readModel(operator)).toMatchObject({ state: 'absent', received: 0 })
  })

  it('report why a download failed', async () => {
    await using started = await startWithModel()
    const operator = await started.server.user('anna')
    started.host.failNext('missing')
    await operator.speechModels.download({ params })
    expect(await untilState(operator, 'failed')).toMatchObject({ failure: 'unreachable' })
  })

  it('can be preferred once they are installed', async () => {
    await using started = await startWithModel()
    const { speechModels } = await started.server.user('anna')
    expect((await expectRefusal(speechModels.prefer({ body: { preferred: 'test-model' } }))).refusal).toBe('notInstalled')
    await speechModels.prefer({ body: { preferred: 'whisper-base' } })
    expect((await speechModels.list({})).data.models[0]).toMatchObject({ is_preferred: true })
    await speechModels.prefer({ body: { preferred: null } })
    expect((await speechModels.list({})).data.models[0]).toMatchObject({ is_preferred: false })
  })

  it('are measured again on request', async () => {
    await using started = await startWithModel()
    const { speechModels } = await started.server.user('anna')
    await speechModels.measure({})
    for (;;) {
      const { models } = (await speechModels.list({})).data
      if (models[0]!.speed?.is_measured) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await speechModels.list({})).data.models[1]!.speed).toEqual({ factor: 6.3, is_measured: false })
  })

  it('refuse removal of the bundled model, and return 404 for an unknown one', async () => {
    await using started = await startWithModel()
    const { speechModels } = await started.server.user('anna')
    expect((await expectRefusal(speechModels.remove({ params: { id: 'whisper-base' } }))).refusal).toBe('bundled')
    for (const call of [speechModels.download, speechModels.remove])
      expect(await expectRefusal(call({ params: { id: 'no-such-model' } }))).toMatchObject({ httpStatus: 404 })
    expect(await expectRefusal(speechModels.prefer({ body: { preferred: 'no-such-model' } }))).toMatchObject({ httpStatus: 404 })
  })

  it('are managed by the operator only: any other account is refused, and changes nothing', async () => {
    await using started = await startWithModel()
    const operator = await started.server.user('anna')
    const { speechModels, me } = await started.server.user('ben')
    expect((await me.me({})).data_user.is_operator).toBe(false)
    const calls = [
      () => speechModels.list({}),
      () => speechModels.download({ params }),
      () => speechModels.pause({ params }),
      () => speechModels.remove({ params }),
      () => speechModels.prefer({ body: { preferred: 'whisper-base' } }),
      () => speechModels.measure({}),
    ]
    for (const call of calls) expect((await expectRefusal(call())).refusal).toBe('notOperator')
    expect(await readModel(operator)).toMatchObject({ state: 'absent' })
    expect(started.host.requests).toEqual([])
    const signedOut = createClients(started.server.url, {}).speechModels
    expect(await expectRefusal(signedOut.list({}))).toMatchObject({ httpStatus: 401 })
  })
})

describe('the languages (B§3)', () => {
  it('report which model transcribes them and which one is missing or better', async () => {
    await using server = await testServer()
    await server.user('anna')
    const { speechModels } = await server.user('ben')
    const { languages } = (await speechModels.languages({})).data
    const byCode = new Map(languages.map((language) => [language.code, language]))
    expect(languages).toHaveLength(112)
    expect(byCode.get('de')).toMatchObject({
      model: 'Whisper base',
      is_approximate: false,
      better: { id: 'parakeet-v3', name: 'Parakeet v3' },
    })
    expect(byCode.get('yue')).toMatchObject({ model: 'Whisper base', is_approximate: true })
    expect(byCode.get('zu')).toMatchObject({ model: null, better: { id: 'omnilingual-300m' } })
  })

  it('are those of a configured speech server', async () => {
    await using server = await testServer({ settings: { SPEECH_BASE_URL: 'http://127.0.0.1:9/v1', SPEECH_MODEL: 'large-v3' } })
    const operator = await server.user('anna')
    const { languages } = (await operator.speechModels.languages({})).data
    expect(languages.find(({ code }) => code === 'de')).toMatchObject({ model: 'large-v3', better: null })
    expect((await operator.speechModels.list({})).data.speech_server).toBe('127.0.0.1:9')
    expect((await operator.site.init({ query: {} })).data.is_self_contained).toBe(true)
  })
})
