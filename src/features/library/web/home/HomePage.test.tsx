import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { reloadLibrary } from '#features/files/web.tsx'
import { MembershipContext } from '#features/membership/web.tsx'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { NO_EXPIRATION, setItem } from '#browser/storage/storage.ts'
import { aMembership } from '#test/screens/aMembership.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { HomePage } from './HomePage.tsx'
import { QuickActions } from './QuickActions.tsx'
import { useMarkSampleRead } from './first-run/onboarding.ts'

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

describe('home page (A§2, B§2)', () => {
  it('shows the latest recordings, buttons to record and to upload, and a link to all files', async () => {
    const { user, address } = await renderHome({ files: [fileRow({ filename: 'Interview' })] })
    expect(within(screen.getByRole('region', { name: 'Recent' })).getByRole('link', { name: 'Interview' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Upload/ }))
    expect(getOpenDialog('upload')).toEqual({})
    expect(document.title).toBe('Home · Earshot')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('link', { name: /^All files/ }))
    expect(address()).toBe('/file-list?categoryId=allFiles')
  })

  it('starts a recording, which needs a membership (B§6)', async () => {
    const membershipState = {
      membership: aMembership({ membership_type: 'none' }),
      error: null,
      retry: () => {},
      retrying: false,
    }
    const { page } = withRouter(
      <MembershipContext value={membershipState}>
        <QuickActions />
      </MembershipContext>,
    )
    const { user } = await renderWithProviders(page)
    await user.click(await screen.findByRole('button', { name: /^Record/ }))
    expect(getOpenDialog('noMembership')).toEqual({ action: 'record' })
  })

  it('shows running tasks once, by their recording', async () => {
    await renderHome({ files: [fileRow({ id: A, filename: 'Interview', is_trans: true })], tasks: [createTask()] })
    expect(await screen.findAllByText(/^Transcribing/)).toHaveLength(1)
  })

  it('folds failures into one line that opens their list and can be dismissed', async () => {
    const { user } = await renderHome({
      files: [fileRow({ id: A, filename: 'Interview' }), fileRow({ id: B, filename: 'Lecture' })],
      tasks: [A, B].map((id) => createTask({ file_id: id, task_id: id, stage: 'failed', status: -112 })),
    })
    const line = await screen.findByRole('button', { name: '2 recordings need a look' })
    expect(screen.queryByRole('button', { name: 'Try again: Interview' })).toBeNull()
    await user.click(line)
    expect(await screen.findByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('button', { name: '2 recordings need a look' })).toBeNull()
  })

  it('says that there are no recordings when the account has had its sample', async () => {
    setItem('welcomeFileShown', true, { owner: 'u1', lifetime: NO_EXPIRATION })
    await renderHome({})
    expect(await screen.findByText('No recordings yet.')).toBeTruthy()
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

  it('shows the first steps when the library is empty', async () => {
    await renderHome({})
    expect(await screen.findByRole('region', { name: 'Get started' })).toBeTruthy()
  })

  it('shows no steps after the first transcript and no offer without a trial', async () => {
    await renderHome({ files: [SAMPLE, fileRow({ filename: 'Mine', is_trans: true })] })
    expect(await screen.findByRole('region', { name: 'This week' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
    expect(screen.queryByRole('complementary')).toBeNull()
  })

  it('keeps the first steps until the page is left, so that nothing moves', async () => {
    const { queries, state } = await renderHome({ files: [SAMPLE] })
    const steps = await screen.findByRole('region', { name: 'Get started' })
    expect(screen.queryByRole('region', { name: 'This week' })).toBeNull()
    state.files = [SAMPLE, fileRow({ filename: 'Mine', is_trans: true })]
    act(() => void reloadLibrary(queries))
    await waitFor(() => expect(within(steps).getAllByRole('img', { name: 'Done' })).toHaveLength(2))
    expect(screen.queryByRole('region', { name: 'This week' })).toBeNull()
  })

  it('says how many summaries are new', async () => {
    const files = ['Interview', 'Lecture'].map((filename) => fileRow({ filename, is_summary: true, is_summary_new: true }))
    await renderHome({ files: [...files, fileRow({ filename: 'Deleted', is_summary_new: true, is_trash: true })] })
    expect(await screen.findByText(/\. 2 summaries are new\.$/)).toBeTruthy()
  })
})
