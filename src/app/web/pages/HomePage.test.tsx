import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent } from '#features/generate/web.tsx'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { loadNamespace } from '../i18n.ts'
import { HomePage } from './HomePage.tsx'
import { useMarkSampleRead } from './home/sampleRead.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const A = 'a'.repeat(32)
const SAMPLE = fileRow({ id: '5'.repeat(32), filename: 'Welcome to Earshot', scene: 1000, is_trans: true })

async function renderHome(initialState: Parameters<typeof mockAppServer>[0]) {
  const server = mockAppServer(initialState)
  const view = await renderWithProviders(
    withRouter(
      <main>
        <HomePage />
      </main>,
    ).page,
  )
  await loadNamespace('pages')
  await screen.findByRole('heading', { level: 1, name: /Lena$/ })
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  return { ...view, ...server }
}

describe('mounted home page (B§2)', () => {
  it('shows running tasks below the latest recordings and removes them when they are done', async () => {
    const { queries, state } = await renderHome({
      files: [fileRow({ id: A, filename: 'Interview', is_trans: true })],
      tasks: [createTask()],
    })
    const activeWork = await screen.findByRole('region', { name: 'Under way' })
    expect(within(activeWork).getByRole('button', { name: 'Cancel: Interview' })).toBeTruthy()
    expect(screen.getByText('1 recording is being worked on.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Recent' }).compareDocumentPosition(activeWork)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(await axeViolations()).toEqual([])
    const done = createTask({ stage: 'done', status: 1, percent: 100 })
    state.tasks = [done]
    act(() => applyLiveEvent(queries, { name: 'task', data: done }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Under way' })).toBeNull())
    expect(screen.getByText('Here is what you worked on last.')).toBeTruthy()
  })

  it('shows failed tasks with a retry button', async () => {
    await renderHome({
      files: [fileRow({ id: A, filename: 'Interview' })],
      tasks: [createTask({ stage: 'failed', status: -112 })],
    })
    const activeWork = await screen.findByRole('region', { name: 'Under way' })
    expect(within(activeWork).getByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    expect(screen.getByText('1 needs a look.')).toBeTruthy()
  })

  it('checks off the completed first steps of a new account', async () => {
    function MarkSampleRead() {
      useMarkSampleRead(SAMPLE.scene, 'u1')
      return null
    }
    const read = await renderWithProviders(<MarkSampleRead />)
    read.unmount()
    await renderHome({ files: [SAMPLE] })
    const steps = within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem')
    expect(steps.map((step) => within(step).queryByRole('img', { name: 'Done' }) !== null)).toEqual([true, false, false])
  })

  it('shows the first steps and no list when the library is empty', async () => {
    await renderHome({})
    expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  })

  it('shows no steps after the first transcript and no offer without a trial', async () => {
    await renderHome({ files: [SAMPLE, fileRow({ filename: 'Mine', is_trans: true })] })
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
