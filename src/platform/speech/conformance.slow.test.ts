import { copyFile, mkdtemp, rm, truncate } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { seconds } from '#shared/units.ts'
import { environment } from '#platform/config/environment.ts'
import { describeSpeechEngine } from '#test/speech/describeSpeechEngine.ts'
import { spokenEveryHalfSecond, startSpeechServer, type FakeSpeechServer } from '#test/fakes/speech/startSpeechServer.ts'
import { openSpeechEngine } from './engine.ts'
import { httpSpeech } from './http/httpSpeech.ts'
import { CATALOGUE, type CatalogueModel } from './models/catalogue.ts'
import { createSpeechRunner } from './process/speechRunner.ts'

/** A folder with models of the catalogue, each in a folder named after its id. Missing ones are not tested. */
const MODELS_DIR = environment()['EARSHOT_TEST_MODELS'] ?? ''
const recordings: Readonly<Record<string, string>> = { en: 'test/fixtures/two-cities.wav', de: 'test/fixtures/german.ogg' }

describeSpeechEngine('Whisper base', { open: async () => openSpeechEngine(), recording: recordings['de']!, language: 'de' })

let server: FakeSpeechServer
beforeAll(async () => {
  server = await startSpeechServer(spokenEveryHalfSecond)
})
afterAll(async () => await server[Symbol.asyncDispose]())

describeSpeechEngine('A speech server', {
  open: async () =>
    httpSpeech({
      server: { baseUrl: server.url, apiKey: null, model: 'whisper-1' },
      runner: createSpeechRunner(),
      speakersRunner: createSpeechRunner(),
      maxWindow: seconds(28),
    }),
  recording: recordings['de']!,
  language: 'de',
})

const models = CATALOGUE.filter(({ isBundled }) => !isBundled)
const available = models.flatMap((model) => {
  const language = ['en', 'de'].find((code) => model.languages.includes(code))
  const dir = join(MODELS_DIR, model.id)
  return MODELS_DIR && existsSync(dir) && language ? [{ model, dir, language }] : []
})

it.for(models)('$name is in EARSHOT_TEST_MODELS', (model, ctx) => {
  const found = available.find((candidate) => candidate.model === model)
  if (!found) ctx.skip('no such model there, or no recording in its languages')
  expect(model.files.filter(({ path }) => !existsSync(join(found?.dir ?? '', path)))).toEqual([])
})

for (const { model, dir, language } of available)
  describeSpeechEngine(model.name, { open: async () => openWith(model, dir), recording: recordings[language]!, language })

describe.each(available)('$model.name', { timeout: 120_000 }, ({ model, dir, language }) => {
  it('names the missing or damaged file', async () => {
    const damaged = await mkdtemp(join(tmpdir(), 'earshot-damaged-'))
    const engine = openWith(model, damaged)
    const options = { language, signal: new AbortController().signal, onWindow: () => undefined }
    const work = async () => await engine.transcribe(decodeAudio(recordings[language]!), options)
    const [first] = model.files
    await expect(work()).rejects.toMatchObject({ kind: 'model-missing', message: expect.stringContaining(first!.path) })
    for (const { path } of model.files) await copyFile(join(dir, path), join(damaged, path))
    await truncate(join(damaged, first!.path), 1000)
    await expect(work()).rejects.toMatchObject({ kind: 'model-damaged', message: expect.stringContaining(first!.path) })
    await engine.close()
    await rm(damaged, { recursive: true })
  })
})

const openWith = (model: CatalogueModel, dir: string) =>
  openSpeechEngine({ models: { read: async () => ({ models: [{ model, dir }], preferred: model.id }) } })
