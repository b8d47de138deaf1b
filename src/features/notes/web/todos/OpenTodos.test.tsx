import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { FILE_ID } from '#test/screens/createRecording.ts'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { notesContract, type OpenTodo } from '../../contract.ts'
import { OpenTodos } from './OpenTodos.tsx'

const todo = (point_id: string, text: string, change: Partial<OpenTodo> = {}): OpenTodo => ({
  file_id: FILE_ID,
  filename: 'Interview',
  note_id: 'n',
  point_id,
  text,
  owner: null,
  due: null,
  start_time: null,
  ...change,
})

beforeAll(async () => {
  await loadMessages('notes')
})
afterEach(() => vi.unstubAllGlobals())

async function renderTodos(list: OpenTodo[], { total = list.length, fails = false } = {}) {
  const state = { list, ticks: [] as [string, boolean][] }
  mockServer([
    handle(notesContract.openTodos, () => ({ data: { total, list: state.list } })),
    handle(notesContract.changeTodo, ({ body }) => {
      if (fails) throw new MockError(500)
      state.ticks.push([body.point_id, body.done])
      state.list = state.list.filter(({ point_id }) => point_id !== body.point_id)
      return { data: { version_id: 'v' } }
    }),
  ])
  const { page } = withRouter(
    <main>
      <h1>Home</h1>
      <OpenTodos />
    </main>,
  )
  return { ...(await renderWithProviders(page)), state }
}

describe('the open to-dos of all recordings', () => {
  it('are listed with their recording and time', async () => {
    await renderTodos([todo('p1', 'Send it.', { owner: 'Lena', due: 'by Friday', start_time: 374_000 })], { total: 8 })
    expect(await screen.findByText('Lena · by Friday')).toBeDefined()
    expect(screen.getByRole('link').getAttribute('href')).toBe(`/file/${FILE_ID}#t=374000`)
    expect(screen.getByText('7 more in your recordings')).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })

  it('are ticked off, with undo', async () => {
    const { user, state } = await renderTodos([todo('p1', 'Send it.'), todo('p2', 'Ask them.')])
    await user.click(await screen.findByRole('checkbox', { name: 'Send it.' }))
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Send it.' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(state.ticks).toEqual([
        ['p1', true],
        ['p1', false],
      ]),
    )
  })

  it('stay open when they cannot be saved', async () => {
    const { user } = await renderTodos([todo('p1', 'Send it.')], { fails: true })
    await user.click(await screen.findByRole('checkbox', { name: 'Send it.' }))
    expect((await screen.findAllByText(/The to-do could not be saved/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('checkbox', { name: 'Send it.' }).getAttribute('aria-checked')).toBe('false')
  })

  it('are not mentioned when there are none', async () => {
    const { queries } = await renderTodos([])
    await screen.findByRole('heading', { name: 'Home' })
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByText('Open to-dos')).toBeNull()
  })
})
