import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import { Refused, Unreachable, client } from '#shared/client.ts'
import { days, seconds } from '#shared/units.ts'
import { setReachable } from '#browser/http/reachability.ts'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { clearToken, saveToken } from '#browser/session/token.ts'
import type { Stop } from '#browser/timers/time.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { persistForOffline } from './persistForOffline.ts'
import { getChunkIdPrefix } from './storedEntries.ts'
import type { StoredEntry } from './storedEntries.ts'
import { CHUNK_COUNT } from './ChunkedLibraryWriter.ts'
import type { OfflineStore } from './OfflineStore.ts'

const failToSend = () => Promise.reject(new Unreachable('network'))
const files = client('files', filesContract, failToSend)
const folders = client('folders', foldersContract, failToSend)
const generate = client('generate', generateContract, failToSend)
const me = client('me', profileContract, failToSend)
const notes = client('notes', notesContract, failToSend)

/** The store in memory. */
class MemoryStore implements OfflineStore {
  readonly stored = new Map<string, { entry: StoredEntry; text: string }>()
  /** Ids in the order they were written. */
  writes: string[] = []
  /** Calls `call` after this number of writes. */
  after: { writes: number; call: () => void } | undefined
  put: OfflineStore['put'] = async (entry, text, selectIds) => {
    const others = [...this.stored.values()].map((one) => one.entry).filter(({ id }) => id !== entry.id)
    const dropped = selectIds([...others, entry])
    if (!dropped) return false
    this.stored.set(entry.id, { entry, text })
    for (const id of dropped) this.stored.delete(id)
    this.writes.push(entry.id)
    if (this.writes.length === this.after?.writes) this.after.call()
    return true
  }
  read: OfflineStore['read'] = async (id) => {
    const stored = this.stored.get(id)
    if (!stored?.entry.set) return stored && { ...stored, pieces: [] }
    const first = getChunkIdPrefix(id, stored.entry.set)
    return { ...stored, pieces: [...this.stored].flatMap(([of, { text }]) => (of.startsWith(first) ? [text] : [])) }
  }
  drop: OfflineStore['drop'] = async (selectIds) => {
    for (const id of selectIds([...this.stored.values()].map(({ entry }) => entry))) this.stored.delete(id)
  }
  clear: OfflineStore['clear'] = async () => this.stored.clear()
  joinTexts = () => [...this.stored.values()].map(({ text }) => text).join(' ')
}

const makeToken = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
const ID = 'a'.repeat(32)
const FILE_KEY = files.list.key({ query: {}, body: [ID] })
const LIBRARY_KEY = files.page.key({ query: {} })
const createRow = (id: string) => ({ id, filename: `file ${id}` })
const fileReply = {
  data_file_total: 1,
  data_file_list: [{ ...createRow(ID), extra_data: { tranConfig: { language: 'de' }, link: 'https://x.example/?key=1' } }],
}
const createLibrary = (...ids: string[]) => ({ syncToken: '1', files: ids.map(createRow), next: null })

let store: MemoryStore
let stops: Stop[]

beforeEach(() => {
  vi.useFakeTimers({ now: days(20_000) })
  saveToken(makeToken('anna'))
  store = new MemoryStore()
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  setReachable(true)
  clearToken()
  vi.useRealTimers()
})

/** Starts a new page with the same store. */
function openPage(): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  stops.push(persistForOffline(queries, store))
  return queries
}
const fetchResponse = (queries: QueryClient, queryKey: readonly unknown[], response: unknown) =>
  queries
    .fetchQuery({ queryKey, queryFn: () => (response instanceof Error ? Promise.reject(response) : Promise.resolve(response)) })
    .catch(() => {})
const waitForWrite = () => vi.advanceTimersByTimeAsync(seconds(2))
const waitForIdle = () => vi.advanceTimersByTimeAsync(seconds(12))

async function readOnline(...responses: (readonly [readonly unknown[], unknown])[]): Promise<QueryClient> {
  const queries = openPage()
  for (const [key, response] of responses) await fetchResponse(queries, key, response)
  await waitForWrite()
  return queries
}
async function readOffline(key: readonly unknown[]): Promise<QueryClient> {
  const queries = openPage()
  await fetchResponse(queries, key, new Unreachable('network'))
  await waitForWrite()
  return queries
}

describe('reading offline', () => {
  it('shows the stored response with its age when the server cannot be reached', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)], [FILE_KEY, fileReply])
    const asOf = Date.now() - seconds(2)
    await vi.advanceTimersByTimeAsync(days(1))
    const queries = await readOffline(LIBRARY_KEY)
    expect(queries.getQueryData(LIBRARY_KEY)).toEqual(createLibrary(ID))
    expect(queries.getQueryState(LIBRARY_KEY)?.dataUpdatedAt).toBe(asOf)
  })

  it('shows failed recordings as failed, and no other tasks', async () => {
    const failed = createTask({ task_id: 't1', stage: 'failed', status: -7 })
    const key = generate.status.key({})
    await readOnline([key, { data_tasks: [failed, createTask({ task_id: 't2' })] }])
    const queries = await readOffline(key)
    expect(queries.getQueryData(key)).toEqual({ data_tasks: [failed] })
  })

  it('does not replace a response or a refusal', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)])
    const queries = openPage()
    await fetchResponse(queries, LIBRARY_KEY, createLibrary('b'))
    expect(queries.getQueryData(LIBRARY_KEY)).toEqual(createLibrary('b'))
    await fetchResponse(queries, FILE_KEY, new Refused(filesContract.list, 200, { status: -1, msg: 'no' }))
    expect(queries.getQueryData(FILE_KEY)).toBeUndefined()
  })

  it('refetches stored responses as soon as the server responds', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)])
    setReachable(false)
    const queries = await readOffline(LIBRARY_KEY)
    expect(queries.getQueryState(LIBRARY_KEY)?.isInvalidated).toBe(false)
    setReachable(true)
    expect(queries.getQueryState(LIBRARY_KEY)?.isInvalidated).toBe(true)
  })

  it('stores lists, folders, failed tasks, the user and recordings only, and no signed URLs', async () => {
    const note = { data: [{ data_content: 'text', data_link: 'https://x.example/signed' }] }
    await readOnline(
      [LIBRARY_KEY, createLibrary(ID)],
      [folders.list.key({}), { data_filetag_list: [] }],
      [me.me.key({}), { data_user: { id: 'anna' } }],
      [FILE_KEY, fileReply],
      [notes.queryNote.key({ headers: { 'file-id': ID }, query: {} }), note],
      [files.tempUrl.key({ params: { id: ID }, query: {} }), { temp_url: 'https://x.example/blob?key=1' }],
      [['account', '/auth/access-token-list', {}], { data: ['secret'] }],
    )
    expect(store.stored.size).toBe(5)
    expect(store.joinTexts()).not.toMatch(/https:|secret/)
    expect(store.joinTexts()).toContain('"tranConfig":{"language":"de"}')
  })

  it('stores a long library when the page is idle and not after every change', async () => {
    const manyRows = createLibrary(...Array.from({ length: 2001 }, (_, n) => String(n)))
    await readOnline([LIBRARY_KEY, manyRows])
    expect(store.stored.size).toBe(0)
    await waitForIdle()
    expect(store.stored.size).toBe(CHUNK_COUNT + 1)
  })

  it('does not store optimistic updates', async () => {
    const queries = openPage()
    queries.setQueryData(LIBRARY_KEY, createLibrary('guess'))
    await waitForWrite()
    expect(store.stored.size).toBe(0)
  })

  it('deletes a recording that is no longer in the library or on the server', async () => {
    await readOnline([FILE_KEY, fileReply])
    await readOnline([LIBRARY_KEY, createLibrary('b')])
    expect(store.joinTexts()).not.toContain('tranConfig')
    await readOnline([FILE_KEY, fileReply])
    await readDeletedFile()
    expect(store.joinTexts()).not.toContain('tranConfig')
  })

  it('deletes a recording with its notes when the server no longer has it', async () => {
    await readOnline([FILE_KEY, fileReply], [notes.queryNote.key({ headers: { 'file-id': ID }, query: {} }), { data: [] }])
    expect(store.stored.size).toBe(2)
    await readDeletedFile()
    expect(store.stored.size).toBe(0)
  })

  const readDeletedFile = async () => {
    await fetchResponse(openPage(), FILE_KEY, new Refused(filesContract.list, 404, { status: -404, msg: 'not found' }))
    await waitForWrite()
  }
})

describe('long library', () => {
  type Row = { id: string; filename: string; start_time: number }
  /** Newest first, as in lists. */
  const manyRows = Array.from({ length: 5000 }, (_, n): Row => {
    const id = (0xf_ffff - n * 7).toString(16).padStart(32, '0')
    return { ...createRow(id), start_time: 9_000_000 - (n >> 1) }
  })
  const createLongLibrary = (syncToken: string, files: readonly Row[]) => ({ syncToken, counts: {}, files, next: null, gone: [] })
  const renameRow = (n: number, filename: string) => manyRows.map((one, at) => (at === n ? { ...one, filename } : one))
  const keep = async (queries: QueryClient, response: unknown) => {
    await fetchResponse(queries, LIBRARY_KEY, response)
    await waitForIdle()
  }
  const readStored = async () => (await readOffline(LIBRARY_KEY)).getQueryData(LIBRARY_KEY)

  it('is stored in chunks and read complete and in order', async () => {
    await keep(openPage(), createLongLibrary('1', manyRows))
    expect(store.writes).toHaveLength(CHUNK_COUNT + 1)
    expect(Math.max(...[...store.stored.values()].map(({ text }) => text.length))).toBeLessThan(10_000)
    expect(await readStored()).toEqual(createLongLibrary('1', manyRows))
  })

  it('writes one chunk and the head when one row has changed, and only the head when none has', async () => {
    const queries = openPage()
    await keep(queries, createLongLibrary('1', manyRows))
    store.writes = []
    const next = renameRow(1234, 'another name')
    await keep(queries, createLongLibrary('2', next))
    expect(store.writes.map((id) => id.includes(' #'))).toEqual([true, false])
    expect(await readStored()).toEqual(createLongLibrary('2', next))
    store.writes = []
    await keep(queries, createLongLibrary('3', next))
    expect(store.writes.map((id) => id.includes(' #'))).toEqual([false])
  })

  it('keeps the older sync token when writing is interrupted', async () => {
    const queries = openPage()
    await keep(queries, createLongLibrary('1', manyRows))
    store.after = { writes: store.writes.length + 1, call: () => stops[0]?.() }
    const next = renameRow(0, 'first').map((one, n) => (n === 1 ? { ...one, filename: 'second' } : one))
    await keep(queries, createLongLibrary('2', next))
    const stored = (await readStored()) as ReturnType<typeof createLongLibrary>
    expect(stored.syncToken).toBe('1')
    expect(stored.files.map(({ id }) => id)).toEqual(manyRows.map(({ id }) => id))
    expect(stored.files.filter(({ filename }, n) => filename !== manyRows[n]?.filename)).toHaveLength(1)
  })

  it('stays unchanged when another page is interrupted while writing, and leaves no chunks behind', async () => {
    await keep(openPage(), createLongLibrary('1', manyRows))
    store.after = { writes: store.writes.length + 20, call: () => stops.at(-1)?.() }
    await keep(openPage(), createLongLibrary('2', renameRow(0, 'first')))
    expect(await readStored()).toEqual(createLongLibrary('1', manyRows))
    await keep(openPage(), createLongLibrary('3', renameRow(0, 'first')))
    expect(await readStored()).toEqual(createLongLibrary('3', renameRow(0, 'first')))
    expect(store.stored.size).toBe(CHUNK_COUNT + 1)
  })

  it('is never mixed from the data of two open pages', async () => {
    const [one, other] = [openPage(), openPage()]
    await keep(one, createLongLibrary('2', renameRow(0, 'first')))
    await keep(other, createLongLibrary('1', manyRows))
    expect(await readStored()).toEqual(createLongLibrary('1', manyRows))
    const next = renameRow(0, 'first').map((file, n) => (n === 4000 ? { ...file, filename: 'later' } : file))
    await keep(one, createLongLibrary('3', next))
    expect(await readStored()).toEqual(createLongLibrary('3', next))
    expect(store.stored.size).toBe(CHUNK_COUNT + 1)
  })

  it('continues with a newer response that arrives while writing', async () => {
    const queries = openPage()
    const next = renameRow(0, 'first')
    store.after = { writes: 10, call: () => void fetchResponse(queries, LIBRARY_KEY, createLongLibrary('2', next)) }
    await keep(queries, createLongLibrary('1', manyRows))
    expect(store.writes).toHaveLength(10)
    await waitForIdle()
    expect(await readStored()).toEqual(createLongLibrary('2', next))
    expect(store.writes.length).toBeLessThanOrEqual(CHUNK_COUNT + 2)
  })

  it('is not shown when a chunk is missing, and is stored again with the next response', async () => {
    const queries = openPage()
    await keep(queries, createLongLibrary('1', manyRows))
    store.stored.delete([...store.stored.keys()].find((id) => id.includes(' #')) ?? '')
    expect(await readStored()).toBeUndefined()
    await keep(queries, createLongLibrary('2', manyRows))
    expect(await readStored()).toEqual(createLongLibrary('2', manyRows))
  })

  it('is stored as a whole when it has become short', async () => {
    const queries = openPage()
    await keep(queries, createLongLibrary('1', manyRows))
    await keep(queries, createLongLibrary('2', manyRows.slice(0, 10)))
    expect(store.stored.size).toBe(1)
    expect(await readStored()).toEqual(createLongLibrary('2', manyRows.slice(0, 10)))
  })

  it('deletes a recording that is no longer in it', async () => {
    await readOnline([FILE_KEY, fileReply])
    await keep(openPage(), createLongLibrary('1', manyRows))
    expect(store.joinTexts()).not.toContain('tranConfig')
  })

  it('leaves no data when the user signs out or another user signs in while writing', async () => {
    const signOut = () => {
      clearToken()
      notifySignedOut()
    }
    const queries = openPage()
    store.after = { writes: 10, call: signOut }
    await keep(queries, createLongLibrary('1', manyRows))
    expect(store.writes).toHaveLength(10)
    expect(store.stored.size).toBe(0)
    saveToken(makeToken('anna'))
    store.after = { writes: 20, call: () => saveToken(makeToken('ben')) }
    await keep(queries, createLongLibrary('1', manyRows))
    expect(store.writes).toHaveLength(20)
    openPage()
    await waitForWrite()
    expect(store.stored.size).toBe(0)
  })
})

describe('privacy', () => {
  it('leaves no data after sign-out, not even pending writes', async () => {
    const queries = await readOnline([FILE_KEY, fileReply])
    await fetchResponse(queries, LIBRARY_KEY, createLibrary(ID))
    clearToken()
    notifySignedOut()
    await waitForWrite()
    expect(store.stored.size).toBe(0)
  })

  it('does not show the data of another user and deletes it when another user signs in', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)])
    saveToken(makeToken('ben'))
    const queries = await readOffline(LIBRARY_KEY)
    expect(queries.getQueryData(LIBRARY_KEY)).toBeUndefined()
    expect(store.stored.size).toBe(0)
  })

  it('deletes everything when the page loads without a signed-in user', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)])
    clearToken()
    openPage()
    await waitForWrite()
    expect(store.stored.size).toBe(0)
  })

  it('deletes everything after 15 days', async () => {
    await readOnline([LIBRARY_KEY, createLibrary(ID)])
    await vi.advanceTimersByTimeAsync(days(15))
    saveToken(makeToken('anna'))
    const queries = await readOffline(LIBRARY_KEY)
    expect(queries.getQueryData(LIBRARY_KEY)).toBeUndefined()
    expect(store.stored.size).toBe(0)
  })

  it('still works when the browser cannot store data', async () => {
    store.put = () => Promise.reject(new Error('QuotaExceededError'))
    const queries = await readOnline([LIBRARY_KEY, createLibrary(ID)])
    expect(queries.getQueryData(LIBRARY_KEY)).toEqual(createLibrary(ID))
    expect(store.stored.size).toBe(0)
  })
})
