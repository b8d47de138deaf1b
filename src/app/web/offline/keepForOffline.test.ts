import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import { Refused, Unreachable, client } from '#kit/client.ts'
import { days, seconds } from '#kit/units.ts'
import { noteReached } from '#ui/reachability.ts'
import { tellSignedOut } from '#ui/signedOut.ts'
import { forgetToken, keepToken } from '#ui/token.ts'
import type { Stop } from '#ui/time.ts'
import { keepForOffline } from './keepForOffline.ts'
import type { Entry } from './keptRules.ts'
import type { Shelf } from './Shelf.ts'

const nobody = () => Promise.reject(new Unreachable('network'))
const files = client('files', filesContract, nobody)
const folders = client('folders', foldersContract, nobody)
const me = client('me', meContract, nobody)
const notes = client('notes', notesContract, nobody)

/** As the browser's database, in memory. */
class MemoryShelf implements Shelf {
  readonly kept = new Map<string, { entry: Entry; text: string }>()
  keep: Shelf['keep'] = async (entry, text, which) => {
    this.kept.set(entry.id, { entry, text })
    await this.drop(which)
  }
  take: Shelf['take'] = async (id) => this.kept.get(id)
  drop: Shelf['drop'] = async (which) => {
    for (const id of which([...this.kept.values()].map(({ entry }) => entry))) this.kept.delete(id)
  }
  clear: Shelf['clear'] = async () => this.kept.clear()
  texts = () => [...this.kept.values()].map(({ text }) => text).join(' ')
}

const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
const ID = 'a'.repeat(32)
const FILE = files.list.key({ query: { support_mul_summ: true }, body: [ID] })
const LIBRARY = files.page.key({ query: {} })
const row = (id: string) => ({ id, filename: `file ${id}` })
const fileReply = {
  data_file_total: 1,
  data_file_list: [{ ...row(ID), extra_data: { tranConfig: { language: 'de' }, link: 'https://x.example/?key=1' } }],
}
const libraryOf = (...ids: string[]) => ({ stamp: '1', files: ids.map(row), next: null })

let shelf: MemoryShelf
let stops: Stop[]

beforeEach(() => {
  vi.useFakeTimers({ now: days(20_000) })
  keepToken(tokenOf('anna'))
  shelf = new MemoryShelf()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  noteReached(true)
  forgetToken()
  vi.useRealTimers()
})

/** A page just loaded, over the same disk. */
function page(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  stops.push(keepForOffline(queries, shelf))
  return queries
}
const read = (queries: QueryClient, queryKey: readonly unknown[], answer: unknown) =>
  queries
    .fetchQuery({ queryKey, queryFn: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)) })
    .catch(() => {})
const written = () => vi.advanceTimersByTimeAsync(seconds(2))

async function online(...answers: (readonly [readonly unknown[], unknown])[]): Promise<QueryClient> {
  const queries = page()
  for (const [key, answer] of answers) await read(queries, key, answer)
  await written()
  return queries
}
async function offline(key: readonly unknown[]): Promise<QueryClient> {
  const queries = page()
  await read(queries, key, new Unreachable('network'))
  await written()
  return queries
}

describe('reading offline', () => {
  it('shows what was last read, as old as it is, when nobody answers', async () => {
    await online([LIBRARY, libraryOf(ID)], [FILE, fileReply])
    const asOf = Date.now() - seconds(2)
    await vi.advanceTimersByTimeAsync(days(1))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf(ID))
    expect(queries.getQueryState(LIBRARY)?.dataUpdatedAt).toBe(asOf)
  })

  it('leaves an answer and a refusal alone', async () => {
    await online([LIBRARY, libraryOf(ID)])
    const queries = page()
    await read(queries, LIBRARY, libraryOf('b'))
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf('b'))
    await read(queries, FILE, new Refused(filesContract.list, 200, { status: -1, msg: 'no' }))
    expect(queries.getQueryData(FILE)).toBeUndefined()
  })

  it('asks again for what came from the disk as soon as the server answers', async () => {
    await online([LIBRARY, libraryOf(ID)])
    noteReached(false)
    const queries = await offline(LIBRARY)
    expect(queries.getQueryState(LIBRARY)?.isInvalidated).toBe(false)
    noteReached(true)
    expect(queries.getQueryState(LIBRARY)?.isInvalidated).toBe(true)
  })

  it('keeps lists, folders, the person and recordings, and nothing else: no address that lets one in', async () => {
    const note = { data: [{ data_content: 'text', data_link: 'https://x.example/signed' }] }
    await online(
      [LIBRARY, libraryOf(ID)],
      [folders.list.key({}), { data_filetag_list: [] }],
      [me.me.key({}), { data_user: { id: 'anna' } }],
      [FILE, fileReply],
      [notes.queryNote.key({ headers: { 'file-id': ID }, query: {} }), note],
      [files.tempUrl.key({ params: { id: ID }, query: {} }), { temp_url: 'https://x.example/blob?key=1' }],
      [['account', '/auth/access-token-list', {}], { data: ['secret'] }],
    )
    expect(shelf.kept.size).toBe(5)
    expect(shelf.texts()).not.toMatch(/https:|secret/)
    expect(shelf.texts()).toContain('"tranConfig":{"language":"de"}')
  })

  it('keeps a long library when the page rests, not after every change to it', async () => {
    const many = libraryOf(...Array.from({ length: 2001 }, (_, n) => String(n)))
    await online([LIBRARY, many])
    expect(shelf.kept.size).toBe(0)
    await vi.advanceTimersByTimeAsync(seconds(10))
    expect(shelf.kept.size).toBe(1)
  })

  it('does not keep what the page only believes until the server has answered', async () => {
    const queries = page()
    queries.setQueryData(LIBRARY, libraryOf('guess'))
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('drops a recording that is no longer in the library, and one the server does not know', async () => {
    await online([FILE, fileReply])
    await online([LIBRARY, libraryOf('b')])
    expect(shelf.texts()).not.toContain('tranConfig')
    await online([FILE, fileReply])
    await offlineRefused()
    expect(shelf.texts()).not.toContain('tranConfig')
  })

  it('is gone with all that belongs to it once the server knows it no more', async () => {
    await online([FILE, fileReply], [notes.queryNote.key({ headers: { 'file-id': ID }, query: {} }), { data: [] }])
    expect(shelf.kept.size).toBe(2)
    await offlineRefused()
    expect(shelf.kept.size).toBe(0)
  })

  const offlineRefused = async () => {
    await read(page(), FILE, new Refused(filesContract.list, 404, { status: -404, msg: 'not found' }))
    await written()
  }
})

describe('privacy', () => {
  it('leaves nothing after signing out, also not what was about to be written', async () => {
    const queries = await online([FILE, fileReply])
    await read(queries, LIBRARY, libraryOf(ID))
    forgetToken()
    tellSignedOut()
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('shows nobody what is of another, and drops it when another signs in', async () => {
    await online([LIBRARY, libraryOf(ID)])
    keepToken(tokenOf('ben'))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toBeUndefined()
    expect(shelf.kept.size).toBe(0)
  })

  it('drops everything when the page is loaded and nobody is signed in', async () => {
    await online([LIBRARY, libraryOf(ID)])
    forgetToken()
    page()
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('drops everything after fifteen days', async () => {
    await online([LIBRARY, libraryOf(ID)])
    await vi.advanceTimersByTimeAsync(days(15))
    keepToken(tokenOf('anna'))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toBeUndefined()
    expect(shelf.kept.size).toBe(0)
  })

  it('reads on where the browser keeps nothing', async () => {
    shelf.keep = () => Promise.reject(new Error('QuotaExceededError'))
    const queries = await online([LIBRARY, libraryOf(ID)])
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf(ID))
    expect(shelf.kept.size).toBe(0)
  })
})
