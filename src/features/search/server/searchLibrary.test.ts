import { describe, expect, it } from 'vitest'
import { minutes } from '#shared/units.ts'
import { seedRecordings } from '#test/server/library.ts'
import { openSearch } from '#test/server/openSearch.ts'
import { MOMENTS_COUNTED } from '../contract.ts'
import { indexWaitingJob } from './indexing/jobs.ts'
import { testServer } from '#test/server/testServer.ts'

describe('results of a search', () => {
  it("are limited to the user's own library", async () => {
    await using server = await testServer()
    const anna = await openSearch(server, 'anna')
    const ben = await openSearch(server, 'ben')
    const id = await anna.add('Secret', ['The password is swordfish.'])
    expect(await ben.search('swordfish', { facets: true })).toMatchObject({
      recordings: [],
      total_recordings: 0,
      total_moments: 0,
      not_indexed: 0,
      left_out: [{ word: 'swordfish', suggestion: null }],
      facets: { speakers: [], languages: [], sources: [] },
    })
    expect((await ben.search('swordfihs ')).suggestion).toBeNull()
    await expect(ben.search('swordfish', { file_id: id })).rejects.toMatchObject({ status: -404 })
    expect((await ben.user.search.global({ body: { query: 'swordfish' } })).data.list).toEqual([])
  })

  it('leave out the trash and deleted recordings, and follow a new title and new folders at once', async () => {
    await using server = await testServer()
    const { user, add, titles } = await openSearch(server)
    const { data_filetag: folder } = await user.folders.create({ body: { name: 'Uganda' } })
    const id = await add('Road', ['The road to Kasese.'])
    await user.files.trash({ body: [id] })
    expect(await titles('kasese')).toEqual([])
    await user.files.untrash({ body: [id] })
    expect(await titles('kasese')).toEqual(['Road'])
    await user.folders.move({ body: { file_id_list: [id], filetag_id: folder.id } })
    expect(await titles('kasese', { filters: { folder_ids: [folder.id] } })).toEqual(['Road'])
    await user.files.change({ params: { id }, body: { filename: 'Bridge' } })
    await server.waitForJobs()
    expect(await titles('bridge')).toEqual(['Bridge'])
    expect(await titles('road ')).toEqual(['Bridge'])
    expect(await titles('"the bridge"')).toEqual([])
    await user.files.remove({ query: {}, body: [id] })
    expect(await titles('kasese')).toEqual([])
  })

  it('follow edits of a transcript and new names of speakers', async () => {
    await using server = await testServer()
    const { user, add, search, titles } = await openSearch(server)
    const id = await add('Road', [
      ['Speaker 1', 'The road to Casey is closed.'],
      ['Speaker 2', 'Then we wait.'],
    ])
    const operations = [
      { kind: 'set_text' as const, segment: '0', content: 'The road to Kasese is closed.' },
      { kind: 'rename_speaker' as const, from: 'Speaker 1', to: 'Lena' },
    ]
    await user.editing.updateSource({ body: { file_id: id, operations } })
    await server.waitForJobs()
    expect(await titles('casey ')).toEqual([])
    expect((await search('kasese')).recordings[0]!.moments).toMatchObject([{ speaker: 'Lena', segment_id: '0' }])
    expect((await search('', { facets: true })).facets!.speakers).toEqual([{ value: 'Lena', recordings: 1 }])
    expect((await search('casye ')).suggestion).toBeNull()
  })

  it('are filtered by folder, source, speaker, language, date and length', async () => {
    await using server = await testServer()
    const { user, add, titles } = await openSearch(server)
    const { data_filetag: folder } = await user.folders.create({ body: { name: 'Uganda' } })
    await add(
      'Long',
      [
        ['Lena', 'The harvest is late.'],
        ['Tom', 'The rain is early.'],
      ],
      { seconds: 90, folders: [folder.id] },
    )
    server.clock.advance(minutes(60))
    await add(
      'Kurz',
      [
        ['Lena', 'Die harvest ist da.'],
        ['Tom', 'Und rain.'],
      ],
      { seconds: 30, language: 'de' },
    )
    const filtered = (filters: object, query = 'harvest') => titles(query, { filters })
    expect(await filtered({})).toHaveLength(2)
    expect(await filtered({ folder_ids: [folder.id] })).toEqual(['Long'])
    expect(await filtered({ folder_ids: [''] })).toEqual(['Kurz'])
    expect(await filtered({ folder_ids: ['', folder.id] })).toHaveLength(2)
    expect(await filtered({ sources: ['web'] })).toHaveLength(2)
    expect(await filtered({ sources: ['call', 'no such source'] })).toEqual([])
    expect(await filtered({ languages: ['de'] })).toEqual(['Kurz'])
    expect(await filtered({ length_from: 60_000 })).toEqual(['Long'])
    expect(await filtered({ length_to: 60_000 })).toEqual(['Kurz'])
    const middle = server.clock.now().getTime() - minutes(30)
    expect(await filtered({ date_from: middle })).toEqual(['Kurz'])
    expect(await filtered({ date_to: middle })).toEqual(['Long'])
    expect(await filtered({ speakers: ['Nobody'] })).toEqual([])
    expect(await filtered({ speakers: ['Lena'] })).toHaveLength(2)
    expect(await filtered({ speakers: ['Lena'] }, 'long')).toEqual([])
  })

  it('are sorted by date on request, and come in pages without gaps', async () => {
    await using server = await testServer()
    const { user, search } = await openSearch(server)
    const transcript = ['forty', 'forty forty'].map((content, n) => ({
      id: String(n),
      start_time: n,
      end_time: n + 1,
      content,
      speaker: '',
      original_speaker: '',
    }))
    await seedRecordings(server, user, 25, { transcript })
    expect((await search('forty')).not_indexed).toBe(25)
    await server.ctx.jobs.send(indexWaitingJob, {})
    await server.waitForJobs()
    for (const sort of ['best', 'newest', 'oldest'] as const) {
      const names: string[] = []
      for (let after: string | null | undefined; after !== null;) {
        const page = await search('forty', { sort, limit: 10, ...(after && { after }) })
        expect(page).toMatchObject({ total_recordings: 25, total_moments: 25, not_indexed: 0 })
        names.push(...page.recordings.map(({ filename }) => filename))
        after = page.next
      }
      const expected = Array.from({ length: 25 }, (_, n) => `Recording ${n}`)
      expect(names).toEqual(sort === 'oldest' ? expected.toReversed() : expected)
    }
  })

  it('contain all moments of one recording, in the order of the recording', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    const lines = Array.from({ length: 8 }, (_, n) => `Forty ${n} ${'and so on '.repeat(45)}`)
    const id = await add('Forty lines', lines)
    await add('Other', ['Forty.'])
    const short = await search('forty ', { file_id: id })
    expect(short.recordings[0]).toMatchObject({ moments_total: 8 })
    expect(short.recordings[0]!.moments).toHaveLength(3)
    const { recordings, total_recordings, total_moments } = await search('forty ', { file_id: id, moments: 200 })
    expect({ total_recordings, total_moments }).toEqual({ total_recordings: 1, total_moments: 8 })
    expect(recordings[0]!.moments.map(({ start_ms }) => start_ms)).toEqual(lines.map((_, n) => n * 10_000))
  })

  it('contain the facets on request', async () => {
    await using server = await testServer()
    const { add, search } = await openSearch(server)
    await add('One', [
      ['Lena', 'Hello.'],
      ['Speaker 2', 'Hello.'],
    ])
    await add(
      'Two',
      [
        ['Lena', 'Hallo.'],
        ['Tom', 'Hallo.'],
      ],
      { language: 'de' },
    )
    expect((await search('hello')).facets).toBeNull()
    const { facets, recordings } = await search('', { facets: true })
    expect(recordings).toEqual([])
    expect(facets).toEqual({
      speakers: [
        { value: 'Lena', recordings: 2 },
        { value: 'Tom', recordings: 1 },
      ],
      languages: expect.arrayContaining([
        { value: 'de', recordings: 1 },
        { value: 'en', recordings: 1 },
      ]),
      sources: [{ value: 'web', recordings: 2 }],
    })
  })
})

describe('a search', () => {
  it('is refused for a text that is too long or an invalid cursor', async () => {
    await using server = await testServer()
    const { search } = await openSearch(server)
    await expect(search('x'.repeat(301))).rejects.toMatchObject({ status: -422 })
    await expect(search('x', { after: 'not a cursor' })).rejects.toMatchObject({ status: -422 })
  })

  it('accepts any text: symbols, quotes and operators of the database have no meaning', async () => {
    await using server = await testServer()
    const { add, titles } = await openSearch(server)
    await add("It's a:b & c|d !e <-> \\f", ["o'clock \\ ' : * & | ! ( ) <->"])
    for (const query of ["o'clock", "it's", 'a:b', '\\f', 'c|d', '!e', '<->', "'", '"', '(', '-', '""', ':*', '\\'])
      expect(await titles(query), query).toEqual(/\p{L}/u.test(query) ? ["It's a:b & c|d !e <-> \\f"] : [])
  })

  it('of other clients returns titles, chunks and notes', async () => {
    await using server = await testServer()
    const { user, add } = await openSearch(server)
    const id = await add('Road', ['Hello.', 'The road to Kasese.'])
    await user.files.change({ params: { id }, body: { ai_content: 'Kasese is far.' } })
    await server.waitForJobs()
    const { data } = await user.search.global({ body: { query: 'kasese', date_from: null, date_to: null, from: '' } })
    expect(data.keywords).toEqual(['kasese'])
    expect(data.list).toMatchObject([
      {
        id,
        title: 'Road',
        trans_chunks: [{ content: 'The road to Kasese.', offset: 12, speakers: [{ start_time: 10_000 }] }],
        notes: [{ chunks: [{ content: 'Kasese is far.', offset: 0 }] }],
      },
    ])
    expect(data.list[0]!.start_time % 1000).toBe(0)
    const future = server.clock.now().getTime() + minutes(1)
    expect((await user.search.global({ body: { query: 'kasese', date_from: future } })).data.list).toEqual([])
    await expect(user.search.global({ body: { query: 'x'.repeat(301) } })).rejects.toMatchObject({ status: -422 })
  })
})

describe('common words', () => {
  it('are counted up to a limit, by title and date, and quotations of them stay exact', async () => {
    await using server = await testServer()
    const { user, search } = await openSearch(server)
    const say = (text: string) => (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        id: String(n),
        start_time: n * 1000,
        end_time: n * 1000 + 900,
        content: `${text} ${'and so on '.repeat(45)}`,
        speaker: 'Lena',
        original_speaker: 'Lena',
      }))
    await seedRecordings(server, user, 2, { filename: 'Said', transcript: say('forty clinics')(1100) })
    await seedRecordings(server, user, 1, { filename: 'Apart', transcript: say('clinics forty')(5) })
    await seedRecordings(server, user, 1, { filename: 'Forty', transcript: say('nothing')(1) })
    await server.ctx.jobs.send(indexWaitingJob, {})
    await server.waitForJobs()
    const result = await search('forty ')
    expect(result).toMatchObject({ total_moments: MOMENTS_COUNTED, has_more_moments: true, total_recordings: 4 })
    expect(result.recordings[0]).toMatchObject({ filename: 'Forty', title_marks: [[0, 5]] })
    expect(result.recordings[1]).toMatchObject({ moments: [{}, {}, {}] })
    const quoted = await search('"forty clinics"')
    expect(quoted.recordings.map(({ filename }) => filename)).toEqual(['Said', 'Said'])
    expect((await search('forty ', { filters: { speakers: ['Lena'] } })).total_recordings).toBe(3)
  })
})
