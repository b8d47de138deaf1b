import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent } from '#features/generate/web.tsx'
import { MembershipContext } from '#features/membership/web.tsx'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { aUser } from '#test/screens/aUser.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { HomePage, getGreeting } from './HomePage.tsx'
import { QuickActions } from './QuickActions.tsx'
import { useMarkSampleRead } from './onboarding.ts'

afterEach(() => {
  closeDialogs('upload', 'noMembership')
  vi.unstubAllGlobals()
  localStorage.clear()
})

const A = 'a'.repeat(32)
const B = 'b'.repeat(32)
const SAMPLE = fileRow({ id: '5'.repeat(32), filename: 'Welcome to Earshot', scene: 1000, is_trans: true })

async function renderHome(initialState: Parameters<typeof mockAppServer>[0]) {
  const server = mockAppServer(initialState)
  const { page, address } = withRouter(
    <main>
      <HomePage />
    </main>,
  )
  const view = await renderWithProviders(page)
  await screen.findByRole('heading', { level: 1, name: /Lena$/ })
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  return { ...view, ...server, address }
}

describe('greeting', () => {
  it.each([
    [0, 'good_evening'],
    [4, 'good_evening'],
    [5, 'good_morning'],
    [11, 'good_morning'],
    [12, 'good_afternoon'],
    [17, 'good_afternoon'],
    [18, 'good_evening'],
    [23, 'good_evening'],
  ])('at hour %d is %s', (hour, greeting) => {
    expect(getGreeting(hour)).toBe(greeting)
  })

  it('contains the name of the user', async () => {
    await renderHome({})
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good (morning|afternoon|evening), Lena$/)
  })
})

describe('home page (B§2)', () => {
  it('shows the latest recordings and links to record, upload, search and all files', async () => {
    const { user, address } = await renderHome({ files: [fileRow({ filename: 'Interview' })] })
    expect(within(screen.getByRole('region', { name: 'Recent' })).getByRole('link', { name: 'Interview' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Upload/ }))
    expect(getOpenDialog('upload')).toEqual({})
    expect(document.title).toBe('Home · Earshot')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('link', { name: /^All files/ }))
    expect(address()).toBe('/file-list?categoryId=allFiles')
    await user.click(await screen.findByRole('link', { name: /^Search/ }))
    expect(address()).toBe('/search')
  })

  it('starts a recording, which needs a membership (B§6)', async () => {
    const membershipState = { membership: aUser({ membership_type: 'none' }), error: null, retry: () => {}, retrying: false }
    const { page } = withRouter(
      <MembershipContext value={membershipState}>
        <QuickActions />
      </MembershipContext>,
    )
    const { user } = await renderWithProviders(page)
    await user.click(await screen.findByRole('button', { name: /^Record/ }))
    expect(getOpenDialog('noMembership')).toEqual({ action: 'record' })
  })

  it.each([
    [[], [], 'No recordings yet. Your first one takes a few minutes.'],
    [[A], [], 'Pick up where you left off.'],
    [[A, B], [createTask({ file_id: A }), createTask({ file_id: B })], '2 recordings are being processed.'],
    [
      [A, B],
      [createTask({ file_id: A }), createTask({ file_id: B, stage: 'failed', status: -112 })],
      '1 recording is being processed. 1 needs attention.',
    ],
  ])('shows the current state of the recordings %j', async (ids, tasks, expectedText) => {
    await renderHome({ files: ids.map((id) => fileRow({ id, filename: id })), tasks })
    expect(await screen.findByText(expectedText)).toBeTruthy()
  })

  it('shows running tasks below the latest recordings and removes them when they are done', async () => {
    const { queries, state } = await renderHome({
      files: [fileRow({ id: A, filename: 'Interview', is_trans: true })],
      tasks: [createTask()],
    })
    const activeWork = await screen.findByRole('region', { name: 'In progress' })
    expect(within(activeWork).getByRole('button', { name: 'Cancel: Interview' })).toBeTruthy()
    expect(screen.getByText('1 recording is being processed.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Recent' }).compareDocumentPosition(activeWork)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    expect(await axeViolations()).toEqual([])
    const done = createTask({ stage: 'done', status: 1, percent: 100 })
    state.tasks = [done]
    act(() => applyLiveEvent(queries, { name: 'task', data: done }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull())
    expect(screen.getByText('Pick up where you left off.')).toBeTruthy()
  })

  it('shows failed tasks with a retry button', async () => {
    await renderHome({
      files: [fileRow({ id: A, filename: 'Interview' })],
      tasks: [createTask({ stage: 'failed', status: -112 })],
    })
    const activeWork = await screen.findByRole('region', { name: 'In progress' })
    expect(within(activeWork).getByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    expect(screen.getByText('1 needs attention.')).toBeTruthy()
  })

  it('checks off the completed first steps of a new account', async () => {
    function MarkSampleRead() {
      useMarkSampleRead(SAMPLE.scene, 'u1')
      return null
    }
    const read = await renderWithProviders(<MarkSampleRead />)
    read.unmount()
    const { user } = await renderHome({ files: [SAMPLE] })
    const steps = within(await screen.findByRole('region', { name: 'Get started' })).getAllByRole('listitem')
    expect(steps.map((step) => within(step).queryByRole('img', { name: 'Done' }) !== null)).toEqual([true, false, false])
    await user.click(screen.getByRole('button', { name: 'Add a recording' }))
    expect(getOpenDialog('upload')).toEqual({})
    expect(await axeViolations()).toEqual([])
  })

  it('shows the first steps and no list when the library is empty', async () => {
    await renderHome({})
    expect(await screen.findByRole('region', { name: 'Get started' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  })

  it('shows no steps after the first transcript and no offer without a trial', async () => {
    await renderHome({ files: [SAMPLE, fileRow({ filename: 'Mine', is_trans: true })] })
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})
