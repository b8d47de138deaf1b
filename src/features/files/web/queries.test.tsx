import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LibraryServer, fileRow } from '#test/screen/LibraryServer.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { applyLiveEvent } from './applyLiveEvent.ts'
import { readLibrary, useLibrary } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => fileRow({ filename: `Talk ${n}`, start_time: 1_763_716_320 - n }))

function Told() {
  const { data, isWhole, isError, error, refetch } = useLibrary()
  const how = isError && error ? 'failed' : 'fine'
  const said = data ? `${data.length} ${isWhole ? 'all' : 'some'}` : 'nothing'
  return <button onClick={() => void refetch()}>{`${said} ${data?.[0]?.filename ?? ''} ${how}`}</button>
}
const told = (words: RegExp) => screen.findByRole('button', { name: words })
const CHANGED = { name: 'files', data: { id: '' } }

/** Passes every response of the server through `intercept`. */
function onTheWay(pass: (address: string, answer: Response) => Response | Promise<Response>): void {
  const ask = fetch
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => pass(address, await ask(address, request)))
}

/** Starts a server that fails all pages but the first until the returned function is called. */
function withoutRest(): () => void {
  new LibraryServer({ files: many(250) })
  let isDown = true
  const fault = () => new Response('{"status":-500}', { status: 500 })
  onTheWay((address, answer) => (isDown && address.includes('after=') ? fault() : answer))
  return () => {
    isDown = false
  }
}

describe('library loaded by pages', () => {
  it('reports when loading the rest fails, and loads it on a retry', async () => {
    const answers = withoutRest()
    const { user } = await renderScreen(<Told />)
    const button = await told(/^100 some Talk 0 failed/)
    await user.click(button)
    expect(await told(/^100 some Talk 0 failed/)).toBeTruthy()
    answers()
    await user.click(button)
    expect(await told(/^250 all Talk 0 fine/)).toBeTruthy()
  })

  it('continues with the rest once the server replies again', async () => {
    const answers = withoutRest()
    const { queries } = await renderScreen(<Told />)
    await told(/^100 some Talk 0 failed/)
    answers()
    applyLiveEvent(queries, CHANGED)
    expect(await told(/^250 all Talk 0 fine/)).toBeTruthy()
  })

  it('misses no change during the load of its first page', async () => {
    const server = new LibraryServer({ files: many(3) })
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    onTheWay(async (address, answer) => {
      if (address.includes('/file/page')) await gate
      return answer
    })
    const { queries } = await renderScreen(<Told />)
    await waitFor(() => expect(server.calls('GET /file/page')).toHaveLength(1))
    server.files = server.files.map((file) => ({ ...file, filename: 'Renamed' }))
    applyLiveEvent(queries, CHANGED)
    letGo()
    expect(await told(/^3 all Renamed/)).toBeTruthy()
  })
})

describe('library whose changes the server no longer knows', () => {
  it('is reloaded while it stays visible, and unchanged rows stay the same objects', async () => {
    const server = new LibraryServer({ files: many(250) })
    const { queries } = await renderScreen(<Told />)
    await told(/^250 all Talk 0/)
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    const before = readLibrary(queries)!
    server.files = server.files.map((file, n) => (n === 0 ? { ...file, filename: 'Renamed' } : file)).slice(0, 240)
    const fields = { stamp: 'other', starts_over: true, counts: before.counts, files: [], gone: [], more: false }
    const startsOver = () => new Response(JSON.stringify({ status: 0, data: fields }))
    onTheWay((address, answer) => (address.includes('/file/changes') ? startsOver() : answer))
    applyLiveEvent(queries, CHANGED)
    expect(await told(/^240 all Renamed/)).toBeTruthy()
    const after = readLibrary(queries)!
    expect(after.files.filter((file, n) => file !== before.files[n]).map(({ filename }) => filename)).toEqual(['Renamed'])
  })
})

describe('frequent changes', () => {
  it('do not block each other, and the last one is shown', async () => {
    const server = new LibraryServer({ files: many(3) })
    const { queries } = await renderScreen(<Told />)
    await told(/^3 all Talk 0/)
    const letGo = server.hold('GET /file/changes')
    const rename = (filename: string) => {
      server.files = server.files.map((file, n) => (n === 0 ? { ...file, filename } : file))
      applyLiveEvent(queries, CHANGED)
    }
    rename('First')
    await waitFor(() => expect(server.calls('GET /file/changes')).toHaveLength(1))
    rename('Second')
    letGo()
    expect(await told(/^3 all Second/)).toBeTruthy()
    expect(server.calls('GET /file/changes')).toHaveLength(1)
    rename('Third')
    expect(await told(/^3 all Third/)).toBeTruthy()
  })
})
