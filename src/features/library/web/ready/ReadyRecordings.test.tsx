import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SCENES } from '#features/files/contract.ts'
import { useLibrary } from '#features/files/web.tsx'
import { type TaskView, taskTopic } from '#features/generate/contract.ts'
import { generateFeature, useTasks } from '#features/generate/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { STORAGE_KEYS, setItem } from '#browser/storage/storage.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { mockNotifications, setTabHidden } from '#test/screens/mockNotifications.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { ReadyRecordings } from './ReadyRecordings.tsx'

const sendLive = await createLiveSender(generateFeature)

const [INTERVIEW_ID, LECTURE_ID, SAMPLE_ID, TRASHED_ID] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(32)) as [
  string,
  string,
  string,
  string,
]
const files = [
  fileRow({ id: INTERVIEW_ID, filename: 'Interview' }),
  fileRow({ id: LECTURE_ID, filename: 'Lecture' }),
  fileRow({ id: SAMPLE_ID, filename: 'Sample', scene: SCENES.welcomeNote }),
  fileRow({ id: TRASHED_ID, filename: 'Trashed', is_trash: true }),
]
const running = files.map(({ id }) => createTask({ file_id: id, task_id: id }))

beforeEach(() => {
  signInAs('lena')
  setItem(STORAGE_KEYS.readyNotices, true)
})
afterEach(() => {
  setTabHidden(false)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Page() {
  usePageTitle('Home')
  useLibrary()
  const stages = useTasks().map(({ stage }) => stage)
  return (
    <>
      <p>{stages.join(' ')}</p>
      <ReadyRecordings />
    </>
  )
}

async function renderPage({ path = '/', tasks = running, locale }: { path?: string; tasks?: TaskView[]; locale?: Locale } = {}) {
  const server = mockAppServer({ files, tasks })
  const { page, address } = withRouter(<Page />, path)
  const view = await renderWithProviders(page, locale ? { locale } : {})
  if (tasks.length > 0) await screen.findByText(tasks.map(({ stage }) => stage).join(' '))
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  const end = (id: string, change: Partial<TaskView> = {}) => {
    const task = createTask({ file_id: id, task_id: id, stage: 'done', status: 1, percent: 100, ...change })
    server.state.tasks = server.state.tasks.map((existing) => (existing.file_id === id ? task : existing))
    sendLive(view.queries, taskTopic, { id, task })
  }
  return { ...view, end, address }
}

const toasts = () => screen.queryAllByRole('dialog').map((toast) => toast.textContent)
const announcement = () => screen.getAllByRole('status').find((status) => status.className === 'sr-only')?.textContent

describe('a recording that is ready while the tab is hidden', () => {
  it('is counted in the title until the tab is visible again', async () => {
    const { end } = await renderPage()
    act(() => setTabHidden(true))
    end(INTERVIEW_ID)
    await waitFor(() => expect(document.title).toBe('(1) Home · Earshot'))
    end(LECTURE_ID, { stage: 'failed', status: -5 })
    await waitFor(() => expect(document.title).toBe('(2) Home · Earshot'))
    expect(toasts()).toEqual([])
    act(() => setTabHidden(false))
    expect(document.title).toBe('Home · Earshot')
    act(() => setTabHidden(true))
    expect(document.title).toBe('Home · Earshot')
  })

  it('is notified once, with what has become of it', async () => {
    const { shown } = mockNotifications()
    const { end } = await renderPage()
    act(() => setTabHidden(true))
    end(INTERVIEW_ID)
    end(INTERVIEW_ID)
    end(LECTURE_ID, { stage: 'failed', status: -5 })
    end(SAMPLE_ID, { stage: 'failed', status: -3 })
    await waitFor(() => expect(shown).toHaveLength(3))
    expect(shown.map(({ title, body, tag }) => [title, body, tag]).toSorted()).toEqual([
      ['Interview', 'Transcript and summary are ready.', INTERVIEW_ID],
      ['Lecture', 'Could not be transcribed.', LECTURE_ID],
      ['Sample', 'The transcript is ready, but not the summary.', SAMPLE_ID],
    ])
  })

  it('opens on a click on its notification', async () => {
    const { shown } = mockNotifications()
    const focus = vi.spyOn(window, 'focus').mockImplementation(() => {})
    const { end, address } = await renderPage()
    act(() => setTabHidden(true))
    end(LECTURE_ID)
    await waitFor(() => expect(shown).toHaveLength(1))
    act(() => void shown[0]?.dispatchEvent(new Event('click')))
    await waitFor(() => expect(address()).toBe(`/file/${LECTURE_ID}`))
    expect([focus.mock.calls.length, shown[0]?.isClosed]).toEqual([1, true])
  })

  it('is shown by the service worker where pages cannot, and opens when the worker says so', async () => {
    mockNotifications()
    const permission = { permission: 'granted' as const }
    vi.stubGlobal(
      'Notification',
      Object.assign(function () {
        throw new TypeError('Illegal constructor')
      }, permission),
    )
    const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(() => Promise.resolve())
    const worker = Object.assign(new EventTarget(), { getRegistration: () => Promise.resolve({ showNotification }) })
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker })
    const { end, address } = await renderPage()
    act(() => setTabHidden(true))
    end(LECTURE_ID)
    await waitFor(() => expect(showNotification).toHaveBeenCalledTimes(1))
    expect(showNotification.mock.calls[0]).toMatchObject(['Lecture', { tag: LECTURE_ID, data: { path: `/file/${LECTURE_ID}` } }])
    act(() => void worker.dispatchEvent(new MessageEvent('message', { data: { openPath: `/file/${LECTURE_ID}` } })))
    await waitFor(() => expect(address()).toBe(`/file/${LECTURE_ID}`))
    Reflect.deleteProperty(navigator, 'serviceWorker')
  })

  it.each([
    ['the user has not asked for it', () => setItem(STORAGE_KEYS.readyNotices, false), {}],
    ['the browser blocks them', () => {}, { permission: 'denied' as const }],
  ])('is not notified when %s', async (_, prepare, options) => {
    const { shown } = mockNotifications(options)
    prepare()
    const { end } = await renderPage()
    act(() => setTabHidden(true))
    end(INTERVIEW_ID)
    await waitFor(() => expect(document.title).toBe('(1) Home · Earshot'))
    expect(shown).toEqual([])
  })

  it.each([
    ['it was stopped', INTERVIEW_ID, running, { stage: 'cancelled' as const }],
    ['it is in the trash', TRASHED_ID, running, {}],
    ['this page has not seen it running', INTERVIEW_ID, running.slice(1), {}],
  ])('is neither counted nor notified when %s', async (_, id, tasks, change) => {
    const { shown } = mockNotifications()
    const { end } = await renderPage({ tasks })
    act(() => setTabHidden(true))
    end(id, change)
    end(LECTURE_ID)
    await waitFor(() => expect(document.title).toBe('(1) Home · Earshot'))
    await waitFor(() => expect(shown.map(({ title }) => title)).toEqual(['Lecture']))
  })
})

describe('a recording that is ready while the tab is visible', () => {
  it('is shown in a toast that opens it, without a notification', async () => {
    const { shown } = mockNotifications()
    const { end, user, address } = await renderPage()
    end(INTERVIEW_ID)
    const toast = await screen.findByRole('dialog')
    expect(toast.textContent).toContain('“Interview” is ready')
    expect(announcement()).toBe('')
    await user.click(within(toast).getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(address()).toBe(`/file/${INTERVIEW_ID}`))
    expect([shown, document.title]).toEqual([[], 'Home · Earshot'])
  })

  it('shares the toast with others, which opens all recordings', async () => {
    const { end, user, address } = await renderPage()
    end(INTERVIEW_ID)
    await screen.findByText(/“Interview” is ready/)
    end(LECTURE_ID)
    await screen.findByText('2 recordings are ready')
    expect(toasts()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await waitFor(() => expect(address()).toBe('/file-list?categoryId=allFiles'))
  })

  it.each([
    ['its page is open', INTERVIEW_ID, `/file/${INTERVIEW_ID}`],
    ['it is the sample', SAMPLE_ID, '/'],
  ])('is only announced to screen readers when %s', async (_, id, path) => {
    const { end } = await renderPage({ path })
    end(id)
    await waitFor(() => expect(announcement()).toBe('Your recordings are ready.'))
    expect(toasts()).toEqual([])
  })

  it('is left to the sync status when it failed', async () => {
    const { end } = await renderPage()
    end(INTERVIEW_ID, { stage: 'failed', status: -5 })
    end(LECTURE_ID)
    await screen.findByText(/“Lecture” is ready/)
    expect(toasts()).toHaveLength(1)
  })

  it.each(LOCALES)('is reported in %s', async (locale) => {
    const { end } = await renderPage({ locale })
    end(INTERVIEW_ID)
    await waitFor(() => expect(toasts().join(' ')).toContain('Interview'))
    expect(toasts().join(' ')).not.toMatch(/ready_/)
  })
})
