import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { type Ollama, startOllama } from '#test/fakes/llm/startOllama.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import type { SearchSort } from '../../contract.ts'
import { findPassages } from '../query/findPassages.ts'
import { startReindex } from '../indexing/jobs.ts'
import { embedWaitingJob } from './jobs.ts'

const KEY = 'secret-of-vectors'
let ollama: Ollama
let server: TestServer
let users = 0

beforeAll(async () => {
  ollama = await startOllama([{ name: 'concepts', size: 1, context: 512 }], { key: KEY })
  server = await testServer({
    settings: { EMBEDDING_BASE_URL: ollama.baseUrl, EMBEDDING_MODEL: 'concepts', EMBEDDING_API_KEY: KEY },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await ollama[Symbol.asyncDispose]()
})
beforeEach(() => {
  ollama.failEmbeddings(null)
  server.clock.advance(minutes(1))
})

const open = () => openSearch(server, `user-${users++}`)
const countVectors = async (userId: string): Promise<{ recordings: number; passages: number }> => {
  const { rows } = await executeSql<{ recordings: number; passages: number }>(
    server.ctx.db,
    'select count(*)::int as recordings, coalesce(sum(jsonb_array_length(passages)), 0)::int as passages from search_vector where user_id = $1',
    [userId],
  )
  return rows[0]!
}

describe('a search by meaning', () => {
  it('finds the same meaning in other words and languages, without marks', async () => {
    const { add, search } = await open()
    await add('Garage', ['Nothing here.', 'The automobile needs brakes.'])
    await add('Werkstatt', ['Das Auto steht draußen.'])
    await add('Kitchen', ['The soup needs salt.'])
    const { recordings, total_moments, total_recordings, suggestion, left_out } = await search('car')
    expect({ total_moments, total_recordings, suggestion, left_out }).toEqual({
      total_moments: 2,
      total_recordings: 2,
      suggestion: null,
      left_out: [],
    })
    expect(recordings.map(({ filename }) => filename).toSorted()).toEqual(['Garage', 'Werkstatt'])
    const garage = recordings.find(({ filename }) => filename === 'Garage')!
    expect(garage.moments).toMatchObject([
      {
        kind: 'transcript',
        by_meaning: true,
        marks: [],
        text: 'The automobile needs brakes.',
        segment_id: '1',
        start_ms: 10_000,
      },
    ])
  })

  it('finds summaries and notes too', async () => {
    const { user, add, search } = await open()
    const id = await add('Talk', ['Nothing here.'])
    await user.files.change({ params: { id }, body: { ai_content: 'A new physician starts.' } })
    await server.waitForJobs()
    expect((await search('doctor')).recordings).toMatchObject([{ moments: [{ kind: 'summary', by_meaning: true }] }])
  })

  it('finds nothing for nonsense, and nothing dissimilar', async () => {
    const { add, search, titles } = await open()
    await add('Garage', ['The automobile needs brakes.'])
    expect(await titles('qwertz blorb')).toEqual([])
    expect((await search('automobiel ')).suggestion).toBe('automobile ')
    expect(await titles('holiday')).toEqual([])
  })

  it('is merged with the search by words: matches of both come first', async () => {
    const { add, search } = await open()
    await add('Words', [`A salary. ${'Other things were also mentioned there. '.repeat(20)}`])
    await add('Both', ['Salary and wages.', `Nothing. ${'Other things were also mentioned there. '.repeat(20)}`, 'Our lohn.'])
    await add('Meaning', ['Our wages.'])
    const { recordings, total_recordings, total_moments } = await search('salary')
    expect({ total_recordings, total_moments }).toEqual({ total_recordings: 3, total_moments: 4 })
    expect(recordings[0]).toMatchObject({
      filename: 'Both',
      moments_total: 2,
      moments: [
        { by_meaning: false, marks: [[0, 6]] },
        { by_meaning: true, marks: [], text: 'Our lohn.' },
      ],
    })
    const others = new Map(recordings.map(({ filename, moments }) => [filename, moments.map(({ by_meaning }) => by_meaning)]))
    expect([others.get('Words'), others.get('Meaning')]).toEqual([[false], [true]])
  })

  it('supports pages, orders and filters', async () => {
    const { user, add, search, titles } = await open()
    const { data_filetag: folder } = await user.folders.create({ body: { name: 'Cars' } })
    for (const [index, text] of ['My car.', 'My automobile.', 'Mein Wagen.', 'Ma voiture.', 'Il mio carro.'].entries()) {
      await add(`R${index}`, [[index === 0 ? 'Lena' : 'Tom', text]], { folders: index === 2 ? [folder.id] : [] })
      server.clock.advance(minutes(1))
    }
    const found: Record<SearchSort, string[]> = { best: [], newest: [], oldest: [] }
    for (const sort of ['best', 'newest', 'oldest'] as const) {
      const names: string[] = []
      for (let after: string | null | undefined; after !== null;) {
        const page = await search('car ', { sort, limit: 2, ...(after && { after }) })
        expect(page.total_recordings).toBe(5)
        names.push(...page.recordings.map(({ filename }) => filename))
        after = page.next
      }
      found[sort] = names
    }
    const [first, ...others] = found.best
    expect([first, others.toSorted()]).toEqual(['R0', ['R1', 'R2', 'R3', 'R4']])
    expect(found.newest).toEqual(['R4', 'R3', 'R2', 'R1', 'R0'])
    expect(found.oldest).toEqual(found.newest.toReversed())
    expect(await titles('car', { filters: { folder_ids: [folder.id] } })).toEqual(['R2'])
    expect(await titles('car', { filters: { speakers: ['Lena'] } })).toEqual(['R0'])
    const { recordings } = await search('car', { filters: { speakers: ['Tom'] } })
    expect(recordings).toHaveLength(4)
  })

  it('keeps quotations and minus words exact', async () => {
    const { add, titles } = await open()
    await add('Blue', ['The blue sky.', 'My automobile is fast.'])
    await add('Sky blue', ['The sky is blue.', 'My automobile is slow.'])
    await add('Plain', ['My automobile.'])
    expect(await titles('car "blue sky"')).toEqual(['Blue'])
    expect(await titles('"car"')).toEqual([])
    expect(await titles('car -slow -fast ')).toEqual(['Plain'])
    expect(await titles('car -"blue sky"')).toHaveLength(2)
  })

  it('returns all similar moments of one recording, and leaves out the trash', async () => {
    const { user, add, search, titles } = await open()
    const id = await add(
      'Long',
      Array.from({ length: 3 }, (_, n) => `My automobile ${n} ${'word '.repeat(4)}${'. '.repeat(90)}`),
    )
    const { recordings } = await search('car', { file_id: id, moments: 200 })
    expect(recordings[0]!.moments_total).toBe(recordings[0]!.moments.length)
    await user.files.trash({ body: [id] })
    expect(await titles('car')).toEqual([])
  })

  it("covers only the user's own library", async () => {
    const [anna, ben] = [await open(), await open()]
    const id = await anna.add('Garage', ['The automobile needs brakes.'])
    expect(await ben.titles('car')).toEqual([])
    await expect(ben.search('car', { file_id: id })).rejects.toMatchObject({ status: -404 })
    const scope = { filter: {}, speakers: [] }
    const words = [{ word: 'car', beginning: 'car', weight: 1 }]
    const find = (userId: string) => findPassages(server.ctx, userId, words, { scope, limit: 10, text: 'Where is my car?' })
    expect((await find(ben.user.id)).passages).toEqual([])
    expect((await find(anna.user.id)).passages).toMatchObject([{ fileId: id, segmentIds: ['0'] }])
  })
})

describe('the vectors of a recording', () => {
  it('are recreated only for changed passages, and deleted with the recording', async () => {
    const { user, add, titles } = await open()
    const line = (text: string) => `${text} ${'and so on '.repeat(40)}`
    const id = await add('Lines', [line('First'), line('Second'), line('Third')])
    const before = ollama.embedded.length
    expect(await countVectors(user.id)).toEqual({ recordings: 1, passages: 3 })
    const operations = [{ kind: 'set_text' as const, segment: '1', content: line('Automobile') }]
    await user.editing.updateSource({ body: { file_id: id, operations } })
    await server.waitForJobs()
    const sent = ollama.embedded.slice(before).filter((text) => text.includes('and so on'))
    expect(sent).toEqual([line('Automobile').trim()])
    await user.files.change({ params: { id }, body: { filename: 'Other title' } })
    await server.waitForJobs()
    expect(ollama.embedded.slice(before).filter((text) => text.includes('and so on'))).toHaveLength(1)
    await startReindex(server.ctx)
    await server.waitForJobs()
    // Reads all texts, because the vectors may be wrong.
    expect(ollama.embedded.slice(before).filter((text) => text.includes('and so on'))).toHaveLength(4)
    expect(await titles('automobile')).toEqual(['Other title'])
    await user.files.trash({ body: [id] })
    await user.files.remove({ query: {}, body: [id] })
    expect(await countVectors(user.id)).toEqual({ recordings: 0, passages: 0 })
  })

  it('are created later when the model does not respond; words are found meanwhile', async () => {
    const { user, add, titles } = await open()
    ollama.failEmbeddings(503)
    await add('Garage', ['The automobile needs brakes.'])
    expect(await titles('automobile')).toEqual(['Garage'])
    expect(await titles('car')).toEqual([])
    expect(await countVectors(user.id)).toMatchObject({ recordings: 0 })
    ollama.failEmbeddings(null)
    server.clock.advance(minutes(1))
    await server.ctx.jobs.send(embedWaitingJob, {})
    await server.waitForJobs()
    expect(await titles('car')).toEqual(['Garage'])
  })

  it('are not waited for: a search falls back to words when the model is slow', async () => {
    const { add, titles } = await open()
    await add('Garage', ['The automobile needs brakes.'])
    ollama.failEmbeddings('hang')
    expect(await titles('automobile brakes')).toEqual(['Garage'])
    // The model is not called again for a while.
    const asked = ollama.requests.length
    expect(await titles('needs brakes')).toEqual(['Garage'])
    expect(ollama.requests).toHaveLength(asked)
  })

  it('may be missing for a further page, which then only has word matches and repeats nothing', async () => {
    const { add, search } = await open()
    await add('Words', ['A car.', 'My car.'])
    await add('Meaning', ['The automobile.'])
    const first = await search('car ', { limit: 1 })
    expect(first).toMatchObject({ total_recordings: 2, recordings: [{ filename: 'Words' }] })
    await executeSql(server.ctx.db, 'delete from search_vector_model')
    expect(await search('car ', { limit: 1, after: first.next! })).toMatchObject({ recordings: [], next: null })
    const words = await search('car ', { limit: 1 })
    expect(words).toMatchObject({ total_recordings: 1, next: null })
    await server.ctx.jobs.send(embedWaitingJob, {})
    await server.waitForJobs()
    expect((await search('car ', { limit: 1, after: first.next! })).recordings).toMatchObject([{ filename: 'Meaning' }])
  })
})
