import { afterAll, beforeAll, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

let ollama: Ollama
let server: TestServer

beforeAll(async () => {
  ollama = await startOllama([
    { name: 'small', size: 1, context: 512, dimensions: 512 },
    { name: 'large', size: 1, context: 512, dimensions: 1000 },
  ])
  server = await testServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama[Symbol.asyncDispose]()
})

const listVectors = async () =>
  (await executeSql<{ model: string; dimensions: number }>(server.ctx.db, 'select model, dimensions from search_vector')).rows

it('creates the vectors of all recordings when a model is chosen, recreates them for another one, and deletes them when none is chosen', async () => {
  const { user, add, titles } = await openSearch(server)
  const use = async (model: string) => {
    await user.languageModels.useEmbedding({ body: { address: ollama.baseUrl, model } })
    await server.waitForJobs()
  }
  await add('Garage', ['The automobile needs brakes.'])
  await add('Empty', [])
  expect(await titles('car ')).toEqual([])
  expect(ollama.requests).toEqual([])
  expect(await listVectors()).toEqual([])

  await use('small')
  expect(await titles('car ')).toEqual(['Garage'])
  expect(await listVectors()).toEqual([
    { model: 'small', dimensions: 512 },
    { model: 'small', dimensions: 512 },
  ])

  // Vectors of different models cannot be compared.
  ollama.failEmbeddings(500)
  await executeSql(server.ctx.db, "update embedding_model set model = 'large'")
  expect(await titles('car ')).toEqual([])
  ollama.failEmbeddings(null)
  server.clock.advance(minutes(1))
  await use('large')
  expect(await listVectors()).toMatchObject([{ dimensions: 1000 }, { dimensions: 1000 }])
  expect(await titles('car ')).toEqual(['Garage'])

  await user.languageModels.removeEmbedding({})
  await server.waitForJobs()
  expect(await titles('car ')).toEqual([])
  expect(await listVectors()).toEqual([])
  const asked = ollama.requests.length
  await add('Other', ['The automobile is red.'])
  expect(await titles('car ')).toEqual([])
  expect(ollama.requests).toHaveLength(asked)
})
