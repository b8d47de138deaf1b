import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent } from '#features/generate/web.tsx'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { taskOf } from '#test/screen/recording.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { shellServer } from '#test/screen/shellServer.ts'
import { bringNamespace } from '../i18n.ts'
import { HomePage } from './HomePage.tsx'
import { useNoteSampleRead } from './home/sampleRead.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const A = 'a'.repeat(32)
const SAMPLE = fileRow({ id: '5'.repeat(32), filename: 'Welcome to Earshot', scene: 1000, is_trans: true })

async function home(first: Parameters<typeof shellServer>[0]) {
  const server = shellServer(first)
  const view = await renderScreen(
    inRouter(
      <main>
        <HomePage />
      </main>,
    ).page,
  )
  await bringNamespace('pages')
  await screen.findByRole('heading', { level: 1, name: /Lena$/ })
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  return { ...view, ...server }
}

describe('mounted home page (B§2)', () => {
  it('shows running tasks below the latest recordings and removes them when they are done', async () => {
    const { queries, world } = await home({
      files: [fileRow({ id: A, filename: 'Interview', is_trans: true })],
      tasks: [taskOf()],
    })
    const underway = await screen.findByRole('region', { name: 'Under way' })
    expect(within(underway).getByRole('button', { name: 'Cancel: Interview' })).toBeTruthy()
    expect(screen.getByText('1 recording is being worked on.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Recent' }).compareDocumentPosition(underway)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(await accessibilityTroubles()).toEqual([])
    const done = taskOf({ stage: 'done', status: 1, percent: 100 })
    world.tasks = [done]
    act(() => applyLiveEvent(queries, { name: 'task', data: done }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Under way' })).toBeNull())
    expect(screen.getByText('Here is what you worked on last.')).toBeTruthy()
  })

  it('shows failed tasks with a retry button', async () => {
    await home({ files: [fileRow({ id: A, filename: 'Interview' })], tasks: [taskOf({ stage: 'failed', status: -112 })] })
    const underway = await screen.findByRole('region', { name: 'Under way' })
    expect(within(underway).getByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    expect(screen.getByText('1 needs a look.')).toBeTruthy()
  })

  it('checks off the completed first steps of a new account', async () => {
    function Sample() {
      useNoteSampleRead(SAMPLE.scene, 'u1')
      return null
    }
    const read = await renderScreen(<Sample />)
    read.unmount()
    await home({ files: [SAMPLE] })
    const steps = within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem')
    expect(steps.map((step) => within(step).queryByRole('img', { name: 'Done' }) !== null)).toEqual([true, false, false])
  })

  it('shows the first steps and no list when the library is empty', async () => {
    await home({})
    expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  })

  it('shows no steps after the first transcript and no offer without a trial', async () => {
    await home({ files: [SAMPLE, fileRow({ filename: 'Mine', is_trans: true })] })
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
