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
import { piecesOf } from './keptRules.ts'
import type { Entry } from './keptRules.ts'
import { PIECES } from './libraryPieces.ts'
import type { Shelf } from './Shelf.ts'

const nobody = () => Promise.reject(new Unreachable('network'))
const files = client('files', filesContract, nobody)
const folders = client('folders', foldersContract, nobody)
const me = client('me', meContract, nobody)
const notes = client('notes', notesContract, nobody)

/** The store in memory. */
class MemoryShelf implements Shelf {
  readonly kept = new Map<string, { entry: Entry; text: string }>()
  /** Ids in the order they were written. */
  writes: string[] = []
  /** Calls `call` after this number of writes. */
  after: { writes: number; call: () => void } | undefined
  keep: Shelf['keep'] = async (entry, text, which) => {
    const others = [...this.kept.values()].map((one) => one.entry).filter(({ id }) => id !== entry.id)
    const dropped = which([...others, entry])
    if (!dropped) return false
    this.kept.set(entry.id, { entry, text })
    for (const id of dropped) this.kept.delete(id)
    this.writes.push(entry.id)
    if (this.writes.length === this.after?.writes) this.after.call()
    return true
  }
  take: Shelf['take'] = async (id) => {
    const kept = this.kept.get(id)
    if (!kept?.entry.set) return kept && { ...kept, pieces: [] }
    const first = piecesOf(id, kept.entry.set)
    return { ...kept, pieces: [...this.kept].flatMap(([of, { text }]) => (of.startsWith(first) ? [text] : [])) }
  }
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

/** Starts a new page with the same store. */
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
const rested = () => vi.advanceTimersByTimeAsync(seconds(12))

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
  it('shows the stored response with its age when the server cannot be reached', async () => {
    await online([LIBRARY, libraryOf(ID)], [FILE, fileReply])
    const asOf = Date.now() - seconds(2)
    await vi.advanceTimersByTimeAsync(days(1))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf(ID))
    expect(queries.getQueryState(LIBRARY)?.dataUpdatedAt).toBe(asOf)
  })

  it('does not replace a response or a refusal', async () => {
    await online([LIBRARY, libraryOf(ID)])
    const queries = page()
    await read(queries, LIBRARY, libraryOf('b'))
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf('b'))
    await read(queries, FILE, new Refused(filesContract.list, 200, { status: -1, msg: 'no' }))
    expect(queries.getQueryData(FILE)).toBeUndefined()
  })

  it('refetches stored responses as soon as the server answers', async () => {
    await online([LIBRARY, libraryOf(ID)])
    noteReached(false)
    const queries = await offline(LIBRARY)
    expect(queries.getQueryState(LIBRARY)?.isInvalidated).toBe(false)
    noteReached(true)
    expect(queries.getQueryState(LIBRARY)?.isInvalidated).toBe(true)
  })

  it('stores lists, folders, the user and recordings only, and no signed URLs', async () => {
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

  it('stores a long library when the page is idle and not after every change', async () => {
    const many = libraryOf(...Array.from({ length: 2001 }, (_, n) => String(n)))
    await online([LIBRARY, many])
    expect(shelf.kept.size).toBe(0)
    await rested()
    expect(shelf.kept.size).toBe(PIECES + 1)
  })

  it('does not store optimistic updates', async () => {
    const queries = page()
    queries.setQueryData(LIBRARY, libraryOf('guess'))
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('deletes a recording that is no longer in the library or on the server', async () => {
    await online([FILE, fileReply])
    await online([LIBRARY, libraryOf('b')])
    expect(shelf.texts()).not.toContain('tranConfig')
    await online([FILE, fileReply])
    await offlineRefused()
    expect(shelf.texts()).not.toContain('tranConfig')
  })

  it('deletes a recording with its notes when the server no longer has it', async () => {
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

describe('long library', () => {
  type Row = { id: string; filename: string; start_time: number }
  /** Newest first, as in lists. */
  const many = Array.from({ length: 5000 }, (_, n): Row => {
    const id = (0xf_ffff - n * 7).toString(16).padStart(32, '0')
    return { ...row(id), start_time: 9_000_000 - (n >> 1) }
  })
  const long = (stamp: string, files: readonly Row[]) => ({ stamp, counts: {}, files, next: null, gone: [] })
  const renamed = (n: number, filename: string) => many.map((one, at) => (at === n ? { ...one, filename } : one))
  const keep = async (queries: QueryClient, answer: unknown) => {
    await read(queries, LIBRARY, answer)
    await rested()
  }
  const keptNow = async () => (await offline(LIBRARY)).getQueryData(LIBRARY)

  it('is stored in chunks and read complete and in order', async () => {
    await keep(page(), long('1', many))
    expect(shelf.writes).toHaveLength(PIECES + 1)
    expect(Math.max(...[...shelf.kept.values()].map(({ text }) => text.length))).toBeLessThan(10_000)
    expect(await keptNow()).toEqual(long('1', many))
  })

  it('writes one chunk and the head when one row has changed, and only the head when none has', async () => {
    const queries = page()
    await keep(queries, long('1', many))
    shelf.writes = []
    const next = renamed(1234, 'another name')
    await keep(queries, long('2', next))
    expect(shelf.writes.map((id) => id.includes(' #'))).toEqual([true, false])
    expect(await keptNow()).toEqual(long('2', next))
    shelf.writes = []
    await keep(queries, long('3', next))
    expect(shelf.writes.map((id) => id.includes(' #'))).toEqual([false])
  })

  it('keeps the older sync token when writing is interrupted', async () => {
    const queries = page()
    await keep(queries, long('1', many))
    shelf.after = { writes: shelf.writes.length + 1, call: () => stops[0]?.() }
    const next = renamed(0, 'first').map((one, n) => (n === 1 ? { ...one, filename: 'second' } : one))
    await keep(queries, long('2', next))
    const kept = (await keptNow()) as ReturnType<typeof long>
    expect(kept.stamp).toBe('1')
    expect(kept.files.map(({ id }) => id)).toEqual(many.map(({ id }) => id))
    expect(kept.files.filter(({ filename }, n) => filename !== many[n]?.filename)).toHaveLength(1)
  })

  it('stays unchanged when another page is interrupted while writing, and leaves no chunks behind', async () => {
    await keep(page(), long('1', many))
    shelf.after = { writes: shelf.writes.length + 20, call: () => stops.at(-1)?.() }
    await keep(page(), long('2', renamed(0, 'first')))
    expect(await keptNow()).toEqual(long('1', many))
    await keep(page(), long('3', renamed(0, 'first')))
    expect(await keptNow()).toEqual(long('3', renamed(0, 'first')))
    expect(shelf.kept.size).toBe(PIECES + 1)
  })

  it('is never mixed from the data of two open pages', async () => {
    const [one, other] = [page(), page()]
    await keep(one, long('2', renamed(0, 'first')))
    await keep(other, long('1', many))
    expect(await keptNow()).toEqual(long('1', many))
    const next = renamed(0, 'first').map((file, n) => (n === 4000 ? { ...file, filename: 'later' } : file))
    await keep(one, long('3', next))
    expect(await keptNow()).toEqual(long('3', next))
    expect(shelf.kept.size).toBe(PIECES + 1)
  })

  it('continues with a newer response that arrives while writing', async () => {
    const queries = page()
    const next = renamed(0, 'first')
    shelf.after = { writes: 10, call: () => void read(queries, LIBRARY, long('2', next)) }
    await keep(queries, long('1', many))
    expect(shelf.writes).toHaveLength(10)
    await rested()
    expect(await keptNow()).toEqual(long('2', next))
    expect(shelf.writes.length).toBeLessThanOrEqual(PIECES + 2)
  })

  it('is not shown when a chunk is missing, and is stored again with the next response', async () => {
    const queries = page()
    await keep(queries, long('1', many))
    shelf.kept.delete([...shelf.kept.keys()].find((id) => id.includes(' #')) ?? '')
    expect(await keptNow()).toBeUndefined()
    await keep(queries, long('2', many))
    expect(await keptNow()).toEqual(long('2', many))
  })

  it('is stored as a whole when it has become short', async () => {
    const queries = page()
    await keep(queries, long('1', many))
    await keep(queries, long('2', many.slice(0, 10)))
    expect(shelf.kept.size).toBe(1)
    expect(await keptNow()).toEqual(long('2', many.slice(0, 10)))
  })

  it('deletes a recording that is no longer in it', async () => {
    await online([FILE, fileReply])
    await keep(page(), long('1', many))
    expect(shelf.texts()).not.toContain('tranConfig')
  })

  it('leaves no data when the user signs out or another user signs in while writing', async () => {
    const signOut = () => {
      forgetToken()
      tellSignedOut()
    }
    const queries = page()
    shelf.after = { writes: 10, call: signOut }
    await keep(queries, long('1', many))
    expect(shelf.writes).toHaveLength(10)
    expect(shelf.kept.size).toBe(0)
    keepToken(tokenOf('anna'))
    shelf.after = { writes: 20, call: () => keepToken(tokenOf('ben')) }
    await keep(queries, long('1', many))
    expect(shelf.writes).toHaveLength(20)
    page()
    await written()
    expect(shelf.kept.size).toBe(0)
  })
})

describe('privacy', () => {
  it('leaves no data after sign-out, not even pending writes', async () => {
    const queries = await online([FILE, fileReply])
    await read(queries, LIBRARY, libraryOf(ID))
    forgetToken()
    tellSignedOut()
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('does not show the data of another user and deletes it when another user signs in', async () => {
    await online([LIBRARY, libraryOf(ID)])
    keepToken(tokenOf('ben'))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toBeUndefined()
    expect(shelf.kept.size).toBe(0)
  })

  it('deletes everything when the page loads without a signed-in user', async () => {
    await online([LIBRARY, libraryOf(ID)])
    forgetToken()
    page()
    await written()
    expect(shelf.kept.size).toBe(0)
  })

  it('deletes everything after 15 days', async () => {
    await online([LIBRARY, libraryOf(ID)])
    await vi.advanceTimersByTimeAsync(days(15))
    keepToken(tokenOf('anna'))
    const queries = await offline(LIBRARY)
    expect(queries.getQueryData(LIBRARY)).toBeUndefined()
    expect(shelf.kept.size).toBe(0)
  })

  it('still works when the browser cannot store data', async () => {
    shelf.keep = () => Promise.reject(new Error('QuotaExceededError'))
    const queries = await online([LIBRARY, libraryOf(ID)])
    expect(queries.getQueryData(LIBRARY)).toEqual(libraryOf(ID))
    expect(shelf.kept.size).toBe(0)
  })
})
