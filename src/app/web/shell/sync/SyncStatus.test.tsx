import { act, screen, waitFor, within } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { applyLiveEvent } from '#features/generate/web.tsx'
import type { TaskView } from '#features/generate/contract.ts'
import { startUpload, uploadActions, useUploads } from '#features/upload/web.tsx'
import { fileRow } from '#test/screen/LibraryServer.ts'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { taskOf } from '#test/screen/recording.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { shellServer } from '#test/screen/shellServer.ts'
import { LOCALES } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { noteReached } from '#ui/reachability.ts'
import { bringNamespace } from '../../i18n.ts'
import { SyncStatus } from './SyncStatus.tsx'

const [A, B] = ['a'.repeat(32), 'b'.repeat(32)]
const files = [fileRow({ id: A, filename: 'Interview' }), fileRow({ id: B, filename: 'Lecture' })]

let ids: string[] = []
/** Collects the ids in the upload queue, so that they can be removed after the test. */
function Queue() {
  const { items } = useUploads()
  useEffect(() => {
    ids = items.map(({ id }) => id)
  }, [items])
  return null
}

afterEach(() => {
  act(() => {
    for (const id of ids) uploadActions.remove(id)
    noteReached(true)
  })
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function status(tasks: TaskView[], { at = '/', locale }: { at?: string; locale?: Locale } = {}) {
  const server = shellServer({ files, tasks })
  const { page, address } = inRouter(
    <main>
      <SyncStatus />
      <Queue />
    </main>,
    at,
  )
  const view = await renderScreen(page, locale ? { locale } : {})
  await bringNamespace('pages')
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  const tell = (task: TaskView) => {
    server.world.tasks = server.world.tasks.map((one) => (one.file_id === task.file_id ? task : one))
    act(() => applyLiveEvent(view.queries, { name: 'task', data: task }))
  }
  const open = async () => {
    await view.user.click(screen.getByRole('button'))
    return screen.findByRole('dialog')
  }
  return { ...view, ...server, tell, open, address }
}

const said = () => screen.getByRole('status').textContent

describe('the cloud-sync status (A§2)', () => {
  it('is not shown on the page of a recording (B§2)', async () => {
    await status([taskOf()], { at: `/file/${A}` })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows that everything is up to date, and the time of the last response from the server', async () => {
    const { open } = await status([])
    expect(screen.getByRole('button', { name: 'All is up to date' })).toBeTruthy()
    const popover = await open()
    expect(popover.textContent).toMatch(/Last synced: Today \d/)
    expect(await accessibilityTroubles()).toEqual([])
  })

  it('shows a running task with stage, percent, time left, a link and Cancel', async () => {
    const { open, user, asked, address } = await status([taskOf()])
    await screen.findByRole('button', { name: '1 under way · 42%' })
    const popover = await open()
    expect(popover.textContent?.replaceAll('\u00a0', ' ')).toContain('Transcribing · 42% · 2 min left')
    expect(within(popover).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42')
    expect(await accessibilityTroubles()).toEqual([])
    await user.click(within(popover).getByRole('button', { name: 'Cancel: Interview' }))
    await screen.findByRole('button', { name: 'All is up to date' })
    expect(asked).toContain(`POST /ai/cancel/${A}`)
    expect(address()).toBe('/')
  })

  it('opens the recording and closes', async () => {
    const { open, user, address } = await status([taskOf()])
    const popover = await open()
    await user.click(within(popover).getByRole('link', { name: 'Interview' }))
    expect(address()).toBe(`/file/${A}`)
  })

  it('shows a failed task with an explanation and its actions until it is dismissed', async () => {
    const { open, user } = await status([taskOf({ stage: 'failed', status: -112 })])
    await screen.findByRole('button', { name: '1 needs a look' })
    const popover = await open()
    expect(popover.textContent).toContain('Transcription not available')
    expect(popover.textContent).toContain('The service that does this work is not answering.')
    expect(within(popover).getByRole('button', { name: 'Try again: Interview' })).toBeTruthy()
    await user.click(within(popover).getByRole('button', { name: 'Dismiss: Interview' }))
    await screen.findByRole('button', { name: 'All is up to date' })
  })

  it('follows the live events, and announces the end but no percent', async () => {
    const { tell } = await status([taskOf(), taskOf({ file_id: B, task_id: 't-2', stage: 'queued' })])
    await screen.findByRole('button', { name: '2 under way · 21%' })
    tell(taskOf({ percent: 80 }))
    await screen.findByRole('button', { name: '2 under way · 40%' })
    tell(taskOf({ stage: 'done', status: 1, percent: 100 }))
    await screen.findByRole('button', { name: '1 under way' })
    expect(said()).toBe('')
    tell(taskOf({ file_id: B, task_id: 't-2', stage: 'done', status: 1, percent: 100 }))
    await waitFor(() => expect(said()).toBe('The work on your recordings is finished.'))
  })

  it('announces a failure', async () => {
    const { tell } = await status([taskOf()])
    tell(taskOf({ stage: 'failed', status: -7 }))
    await waitFor(() => expect(said()).toBe('A recording needs a look.'))
  })

  it('shows that there is no connection while the server is unreachable', async () => {
    const { open } = await status([taskOf()])
    act(() => noteReached(false))
    const popover = await open()
    expect(screen.getByRole('button', { name: 'No connection' })).toBeTruthy()
    expect(popover.textContent).toContain('The server cannot be reached.')
  })

  it('shows a failed upload with actions to retry and to remove it', async () => {
    const { open, user } = await status([])
    await act(() => startUpload({ files: [new File([new Uint8Array(8000)], 'Memo.asr')], folders: [] }))
    await screen.findByRole('button', { name: /^1 waits for the network|^No connection/ })
    act(() => noteReached(true))
    const popover = await open()
    expect(popover.textContent).toContain('Memo')
    expect(await within(popover).findByRole('button', { name: 'Try again: Memo.asr' })).toBeTruthy()
    await user.click(within(popover).getByRole('button', { name: 'Remove: Memo.asr' }))
    // A running retry may have reported the server as unreachable again.
    act(() => noteReached(true))
    await screen.findByRole('button', { name: 'All is up to date' })
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { open } = await status([taskOf(), taskOf({ file_id: B, task_id: 't-2', stage: 'failed', status: -7 })], { locale })
    const popover = await open()
    expect(popover.textContent).not.toMatch(/sync_|stage_|fail_|why_/)
  })
})
