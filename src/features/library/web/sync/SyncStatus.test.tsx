import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type TaskView, taskTopic } from '#features/generate/contract.ts'
import { generateFeature } from '#features/generate/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { startUpload, uploads, useUploads } from '#features/upload/web.tsx'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { setReachable } from '#browser/http/reachability.ts'
import { SyncStatus } from './SyncStatus.tsx'

const sendLive = await createLiveSender(generateFeature)

const [INTERVIEW_ID, LECTURE_ID] = ['a'.repeat(32), 'b'.repeat(32)]
const files = [fileRow({ id: INTERVIEW_ID, filename: 'Interview' }), fileRow({ id: LECTURE_ID, filename: 'Lecture' })]

let queuedIds: string[] = []
/** Collects the ids in the upload queue, so that they can be removed after the test. */
function UploadQueueObserver() {
  const { items } = useUploads()
  useEffect(() => {
    queuedIds = items.map(({ id }) => id)
  }, [items])
  return null
}

afterEach(() => {
  act(() => {
    for (const id of queuedIds) uploads.remove(id)
    setReachable(true)
  })
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function status(tasks: TaskView[], { path = '/', locale }: { path?: string; locale?: Locale } = {}) {
  const server = mockAppServer({ files, tasks })
  const { page, address } = withRouter(
    <main>
      <SyncStatus />
      <UploadQueueObserver />
    </main>,
    path,
  )
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  const publishTask = (task: TaskView) => {
    server.state.tasks = server.state.tasks.map((existing) => (existing.file_id === task.file_id ? task : existing))
    sendLive(view.queries, taskTopic, { id: task.file_id, task })
  }
  const openPopover = async () => {
    await view.user.click(screen.getByRole('button'))
    return screen.findByRole('dialog')
  }
  return { ...view, ...server, publishTask, openPopover, address }
}

const getAnnouncement = () => screen.getByRole('status').textContent

describe('the cloud-sync status (A§2)', () => {
  it('is not shown on the page of a recording (B§2)', async () => {
    await status([createTask()], { path: `/file/${INTERVIEW_ID}` })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows that everything is up to date, and the time of the last response from the server', async () => {
    const { openPopover } = await status([])
    expect(screen.getByRole('button', { name: 'Everything is up to date' })).toBeTruthy()
    const popover = await openPopover()
    expect(popover.textContent).toMatch(/Last synced: Today \d/)
    expect(await axeViolations()).toEqual([])
  })

  it('shows a running task with stage, percent, time left, a link and Cancel', async () => {
    const { openPopover, user, requests, address } = await status([createTask()])
    await screen.findByRole('button', { name: '1 in progress · 42%' })
    const popover = await openPopover()
    expect(popover.textContent?.replaceAll('\u00a0', ' ')).toContain('Transcribing · 42% · 2 min left')
    expect(within(popover).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    expect(await axeViolations()).toEqual([])
    await user.click(within(popover).getByRole('button', { name: 'Cancel: Interview' }))
    await screen.findByRole('button', { name: 'Everything is up to date' })
    expect(requests).toContain(`POST /ai/cancel/${INTERVIEW_ID}`)
    expect(address()).toBe('/')
  })

  it('opens the recording and closes', async () => {
    const { openPopover, user, address } = await status([createTask()])
    const popover = await openPopover()
    await user.click(within(popover).getByRole('link', { name: 'Interview' }))
    expect(address()).toBe(`/file/${INTERVIEW_ID}`)
  })

  it('shows a failed task with an explanation and its actions until it is dismissed', async () => {
    const { openPopover, user } = await status([createTask({ stage: 'failed', status: -110 })])
    await screen.findByRole('button', { name: '1 needs attention' })
    const popover = await openPopover()
    expect(popover.textContent).toContain('Transcription not available')
    expect(popover.textContent).toContain('The transcription service is not responding.')
    expect(within(popover).getByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    await user.click(within(popover).getByRole('button', { name: 'Dismiss: Interview' }))
    await screen.findByRole('button', { name: 'Everything is up to date' })
  })

  it('follows the live events, and announces neither percent nor end', async () => {
    const { publishTask } = await status([createTask(), createTask({ file_id: LECTURE_ID, task_id: 't-2', stage: 'queued' })])
    await screen.findByRole('button', { name: '2 in progress · 21%' })
    publishTask(createTask({ percent: 80 }))
    await screen.findByRole('button', { name: '2 in progress · 40%' })
    publishTask(createTask({ stage: 'done', status: 1, percent: 100 }))
    await screen.findByRole('button', { name: '1 in progress' })
    publishTask(createTask({ file_id: LECTURE_ID, task_id: 't-2', stage: 'done', status: 1, percent: 100 }))
    await screen.findByRole('button', { name: 'Everything is up to date' })
    expect(getAnnouncement()).toBe('')
  })

  it('announces a failure', async () => {
    const { publishTask } = await status([createTask()])
    publishTask(createTask({ stage: 'failed', status: -7 }))
    await waitFor(() => expect(getAnnouncement()).toBe('A recording needs attention.'))
  })

  it('shows that there is no connection while the server is unreachable', async () => {
    const { openPopover } = await status([createTask()])
    act(() => setReachable(false))
    const popover = await openPopover()
    expect(screen.getByRole('button', { name: 'No connection' })).toBeTruthy()
    expect(popover.textContent).toContain('The server cannot be reached.')
  })

  it('shows that something could not be loaded, and loads it again', async () => {
    const server = mockAppServer({ files, tasks: [] })
    server.state.isDown = true
    const { page } = withRouter(
      <main>
        <SyncStatus />
      </main>,
      '/',
    )
    const { user } = await renderWithProviders(page)
    await user.click(await screen.findByRole('button', { name: 'Not everything could be loaded' }))
    const popover = await screen.findByRole('dialog')
    expect(popover.textContent).toContain('What you see may be out of date.')
    expect(await axeViolations()).toEqual([])
    server.state.isDown = false
    await user.click(within(popover).getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Everything is up to date' })
  })

  it('shows a failed upload with actions to retry and to remove it', async () => {
    const { openPopover, user } = await status([])
    await act(() => startUpload({ files: [new File([new Uint8Array(8000)], 'Memo.asr')], folders: [] }))
    await screen.findByRole('button', { name: /^1 waiting for the network|^No connection/ })
    act(() => setReachable(true))
    const popover = await openPopover()
    expect(popover.textContent).toContain('Memo')
    expect(await within(popover).findByRole('button', { name: 'Try again: Memo.asr' })).toBeTruthy()
    await user.click(within(popover).getByRole('button', { name: 'Remove: Memo.asr' }))
    // A running retry may have reported the server as unreachable again.
    act(() => setReachable(true))
    await screen.findByRole('button', { name: 'Everything is up to date' })
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { openPopover } = await status(
      [createTask(), createTask({ file_id: LECTURE_ID, task_id: 't-2', stage: 'failed', status: -7 })],
      { locale },
    )
    const popover = await openPopover()
    expect(popover.textContent).not.toMatch(/sync_|stage_|fail_|why_/)
  })
})
