import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { now } from '#browser/timers/time.ts'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { filesTopic } from '../../contract.ts'
import { filesFeature } from '../../web.tsx'
import { useLibrary } from '../sync/queries.ts'
import { readLibrary } from '../sync/libraryCache.ts'
import { useFileActions, runOncePerFile } from './useFileActions.ts'

const sendLive = await createLiveSender(filesFeature)

describe('useFileActions', () => {
  afterEach(() => vi.unstubAllGlobals())

  const idOf = (n: number) => String(n).padStart(32, '0')
  const row = (n: number, change = {}) =>
    fileRow({ id: idOf(n), filename: `Talk ${n}`, start_time: 1_763_716_320 - n * 60, ...change })
  const GONE = { httpStatus: 404, body: { status: -404, msg: 'not found' } }
  function Rows() {
    const { data = [] } = useLibrary()
    const { trash, restore, remove, rename } = useFileActions()
    const ids = data.map(({ id }) => id)
    return (
      <>
        <p>{data.map(({ filename, is_trash }) => (is_trash ? `(${filename})` : filename)).join(', ') || 'none'}</p>
        <button onClick={() => void trash(ids)}>Trash</button>
        <button onClick={() => void restore(ids)}>Restore</button>
        <button onClick={() => void remove(ids)}>Remove</button>
        <button onClick={() => void rename(idOf(1), 'Mine')}>Rename</button>
      </>
    )
  }
  async function renderRows(files = [row(1), row(2)]) {
    const server = new MockLibraryServer({ files })
    const view = await renderWithProviders(<Rows />)
    await screen.findByText(/Talk 1/)
    return { server, ...view }
  }
  const clickButton = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  describe('optimistic changes', () => {
    it('set the time of deletion on trash and clear it on restore', async () => {
      const { server, queries } = await renderRows()
      const trashedAt = () => readLibrary(queries)?.files.map((file) => file.trashed_at)
      const release = server.hold('POST /file/trash/')
      clickButton('Trash')
      await screen.findByText('(Talk 1), (Talk 2)')
      expect(Math.abs((trashedAt()?.[0] ?? 0) - now() / 1000)).toBeLessThan(60)
      release()
      await screen.findByText('2 recordings moved to trash')
      server.hold('POST /file/untrash/')
      clickButton('Restore')
      await screen.findByText('Talk 1, Talk 2')
      expect(trashedAt()).toEqual([null, null])
    })
  })

  describe('permanent deletion (A§7: a DELETE has no body)', () => {
    it.each([
      [100, 'in the URL'],
      [101, 'in the body, because a URL has no room for them'],
    ])('%i recordings sends the ids %s', async (count) => {
      const { server } = await renderRows(Array.from({ length: count }, (_, n) => row(n + 1)))
      await screen.findByText(new RegExp(`Talk ${count}$`))
      clickButton('Remove')
      await screen.findByText('none')
      const [call] = server.calls('DELETE /file/')
      expect(call?.ids).toHaveLength(count)
      expect(call?.body === undefined).toBe(count <= 100)
      expect(call?.query.get('ids')?.length ?? 0).toBeLessThan(4096)
    })
  })

  describe('batch with a recording that was deleted elsewhere', () => {
    it.each([
      ['Trash', 'POST /file/trash/', /^Moving to trash failed\. Some of these recordings were just deleted/],
      ['Remove', 'DELETE /file/', /^Deleting failed\. Some of these recordings were just deleted/],
    ])('%s restores the others, shows why, and succeeds on a second click', async (action, route, message) => {
      const { server } = await renderRows()
      server.files = [row(1)]
      server.refuse(route, GONE)
      clickButton(action)
      expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
      await screen.findByText('Talk 1', {}, { timeout: 4000 })
      clickButton(action)
      await waitFor(() => expect(server.calls(route).at(-1)?.ids).toEqual([idOf(1)]))
    })

    it('does not restore a recording whose deletion was reported before the refusal', async () => {
      const { server, queries } = await renderRows()
      const release = server.hold('POST /file/trash/')
      server.refuse('POST /file/trash/', GONE)
      clickButton('Trash')
      await screen.findByText('(Talk 1), (Talk 2)')
      server.files = [server.files[0]!]
      sendLive(queries, filesTopic, {})
      await screen.findByText('(Talk 1)', {}, { timeout: 4000 })
      release()
      await screen.findByText('Talk 1')
      await waitFor(() => expect(queries.isFetching()).toBe(0))
      expect(screen.getByText('Talk 1')).toBeTruthy()
    })
  })

  describe('changes of others during a request', () => {
    it('are kept when the server refuses', async () => {
      const { server, queries } = await renderRows()
      const release = server.hold('POST /file/trash/')
      server.refuse('POST /file/trash/', { body: { status: -1, msg: 'no' } })
      clickButton('Trash')
      await screen.findByText('(Talk 1), (Talk 2)')
      server.files = [row(1, { filename: 'Theirs' }), server.files[1]!]
      sendLive(queries, filesTopic, {})
      await screen.findByText(/Theirs/, {}, { timeout: 4000 })
      release()
      await screen.findByText('Theirs, Talk 2')
      await waitFor(() => expect(queries.isFetching()).toBe(0))
      expect(screen.getByText('Theirs, Talk 2')).toBeTruthy()
    })
  })
})

describe('action on recordings', () => {
  it('does not run again while it is running, and can run again afterwards (B§4)', async () => {
    const actedOn: string[][] = []
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const action = (ids: readonly string[]) => {
      actedOn.push([...ids])
      return promise
    }
    const first = runOncePerFile('trash', ['a', 'b'], action)
    expect(await runOncePerFile('trash', ['a', 'b'], action)).toBe(false)
    const more = runOncePerFile('trash', ['b', 'c'], action)
    const other = runOncePerFile('restore', ['a'], action)
    resolve(true)
    expect(await Promise.all([first, more, other])).toEqual([true, true, true])
    expect(actedOn).toEqual([['a', 'b'], ['c'], ['a']])
    await runOncePerFile('trash', ['a'], action)
    expect(actedOn).toHaveLength(4)
  })

  it('can run again after a failure', async () => {
    await expect(runOncePerFile('trash', ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await runOncePerFile('trash', ['a'], () => Promise.resolve(true))).toBe(true)
  })
})
