import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { filesFeature, prefetchLibrary } from '../../web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { filesTopic } from '../../contract.ts'
import { useLibrary } from './queries.ts'
import { readLibrary } from './libraryCache.ts'

const sendLive = await createLiveSender(filesFeature)

afterEach(() => vi.unstubAllGlobals())

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => fileRow({ filename: `Talk ${n}`, start_time: 1_763_716_320 - n }))

function LibraryText() {
  const { data, isWhole, isError, error, refetch } = useLibrary()
  const status = isError && error ? 'failed' : 'fine'
  const text = data ? `${data.length} ${isWhole ? 'all' : 'some'}` : 'nothing'
  return <button onClick={() => void refetch()}>{`${text} ${data?.[0]?.filename ?? ''} ${status}`}</button>
}
const findText = (pattern: RegExp) => screen.findByRole('button', { name: pattern })
/** Passes every response of the server through `intercept`. */
function interceptResponses(intercept: (address: string, response: Response) => Response | Promise<Response>): void {
  const originalFetch = fetch
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) =>
    intercept(address, await originalFetch(address, request)),
  )
}

/** Starts a server that fails all pages but the first until the returned function is called. */
function serveFirstPageOnly(): () => void {
  new MockLibraryServer({ files: many(250) })
  let isDown = true
  const errorResponse = () => new Response('{"status":-500}', { status: 500 })
  interceptResponses((address, response) => (isDown && address.includes('after=') ? errorResponse() : response))
  return () => {
    isDown = false
  }
}

describe('library loaded by pages', () => {
  it('uses the response of the request that was sent before the page was loaded', async () => {
    const server = new MockLibraryServer({ files: many(250) })
    prefetchLibrary()
    await renderWithProviders(<LibraryText />)
    expect(await findText(/^250 all Talk 0 fine/)).toBeTruthy()
    expect(server.calls('GET /file/page')).toHaveLength(2)
  })

  it('reports when loading the rest fails, and loads it on a retry', async () => {
    const restore = serveFirstPageOnly()
    const { user } = await renderWithProviders(<LibraryText />)
    const button = await findText(/^100 some Talk 0 failed/)
    await user.click(button)
    expect(await findText(/^100 some Talk 0 failed/)).toBeTruthy()
    restore()
    await user.click(button)
    expect(await findText(/^250 all Talk 0 fine/)).toBeTruthy()
  })

  it('continues with the rest once the server replies again', async () => {
    const restore = serveFirstPageOnly()
    const { queries } = await renderWithProviders(<LibraryText />)
    await findText(/^100 some Talk 0 failed/)
    restore()
    sendLive(queries, filesTopic, {})
    expect(await findText(/^250 all Talk 0 fine/)).toBeTruthy()
  })

  it('misses no change during the load of its first page', async () => {
    const server = new MockLibraryServer({ files: many(3) })
    const { promise: gate, resolve: release } = Promise.withResolvers<void>()
    interceptResponses(async (address, response) => {
      if (address.includes('/file/page')) await gate
      return response
    })
    const { queries } = await renderWithProviders(<LibraryText />)
    await waitFor(() => expect(server.calls('GET /file/page')).toHaveLength(1))
    server.files = server.files.map((file) => ({ ...file, filename: 'Renamed' }))
    sendLive(queries, filesTopic, {})
    release()
    expect(await findText(/^3 all Renamed/)).toBeTruthy()
  })
})

describe('library whose changes the server no longer knows', () => {
  it('is reloaded while it stays visible, and unchanged rows stay the same objects', async () => {
    const server = new MockLibraryServer({ files: many(250) })
    const { queries } = await renderWithProviders(<LibraryText />)
    await findText(/^250 all Talk 0/)
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    const before = readLibrary(queries)!
    server.files = server.files.map((file, n) => (n === 0 ? { ...file, filename: 'Renamed' } : file)).slice(0, 240)
    const fields = { sync_token: 'other', starts_over: true, counts: before.counts, files: [], gone: [], more: false }
    const startsOver = () => new Response(JSON.stringify({ status: 0, data: fields }))
    interceptResponses((address, response) => (address.includes('/file/changes') ? startsOver() : response))
    sendLive(queries, filesTopic, {})
    expect(await findText(/^240 all Renamed/)).toBeTruthy()
    const after = readLibrary(queries)!
    expect(after.files.filter((file, n) => file !== before.files[n]).map(({ filename }) => filename)).toEqual(['Renamed'])
  })
})

describe('frequent changes', () => {
  it('do not block each other, and the last one is shown', async () => {
    const server = new MockLibraryServer({ files: many(3) })
    const { queries } = await renderWithProviders(<LibraryText />)
    await findText(/^3 all Talk 0/)
    const release = server.hold('GET /file/changes')
    const rename = (filename: string) => {
      server.files = server.files.map((file, n) => (n === 0 ? { ...file, filename } : file))
      sendLive(queries, filesTopic, {})
    }
    rename('First')
    await waitFor(() => expect(server.calls('GET /file/changes')).toHaveLength(1))
    rename('Second')
    release()
    expect(await findText(/^3 all Second/)).toBeTruthy()
    expect(server.calls('GET /file/changes')).toHaveLength(1)
    rename('Third')
    expect(await findText(/^3 all Third/)).toBeTruthy()
  })
})
