import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FileRow } from '#features/files/contract.ts'
import { reloadLibrary } from '#features/files/web.tsx'
import type { TaskView } from '#features/generate/contract.ts'
import { fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createSegment, createTask } from '#test/screens/createRecording.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { NO_EXPIRATION, setItem } from '#browser/storage/storage.ts'
import { HomePage } from '../HomePage.tsx'
import { getLatestWords } from './SampleText.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const ID = '5'.repeat(32)
const sampleRow = (change: Partial<FileRow> = {}) =>
  fileRow({ id: ID, filename: 'A Tale of Two Cities', scene: 1000, duration: 44_000, ...change })
const sampleTask = (change: Partial<TaskView> = {}) =>
  createTask({ file_id: ID, percent: 38, seconds_left: 20, segments_transcribed: 1, ...change })
const SEGMENTS = [createSegment(1, 4000, 'It was the best of times, it was the worst of times,')]

/** `isCreated`: the server has already replied to the request for the sample. */
async function renderHome(initialState: Parameters<typeof mockAppServer>[0], { isCreated = true } = {}) {
  if (isCreated) setItem('welcomeFileShown', true, { owner: 'u1', lifetime: NO_EXPIRATION })
  const server = mockAppServer(initialState)
  const { page, address } = withRouter(
    <main>
      <HomePage />
    </main>,
  )
  const view = await renderWithProviders(page)
  await screen.findByRole('heading', { level: 1, name: /Lena$/ })
  await waitFor(() => expect(view.queries.isFetching()).toBe(0))
  /** Changes the state of the server and reloads what the page shows of it. */
  const reload = async (change: Partial<typeof server.state>) => {
    Object.assign(server.state, change)
    await act(async () => {
      await Promise.all([reloadLibrary(view.queries), view.queries.invalidateQueries({ queryKey: ['generate'] })])
    })
  }
  return { ...view, ...server, address, reload }
}

const steps = () =>
  screen
    .getAllByRole('listitem')
    .slice(0, 3)
    .map((step) => step.textContent?.replaceAll('\u00a0', ' '))

describe('the first run', () => {
  it('begins while the sample is being created', async () => {
    await renderHome({}, { isCreated: false })
    const section = await screen.findByRole('region', { name: 'A sample is being prepared' })
    expect(within(section).getAllByRole('listitem')[0]?.getAttribute('aria-current')).toBe('step')
    expect(screen.queryByText('No recordings yet.')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull()
  })

  it('shows the real state of the sample and its latest words', async () => {
    const { address, user } = await renderHome({ files: [sampleRow()], tasks: [sampleTask()], segments: SEGMENTS })
    const section = await screen.findByRole('region', { name: 'A sample is being prepared' })
    expect(within(section).getByRole('heading', { name: 'A Tale of Two Cities' })).toBeTruthy()
    expect(steps()).toEqual([
      'In your library',
      expect.stringMatching(/^Transcribing0:17 of 0:44 · 20 s left/) as string,
      'Summary',
    ])
    expect(within(section).getAllByRole('img', { name: 'Done' })).toHaveLength(1)
    expect(await within(section).findByText(/the worst of times/)).toBeTruthy()
    expect(within(section).getByText('0:04')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.click(within(section).getByRole('link', { name: 'Listen along' }))
    expect(address()).toBe(`/file/${ID}`)
  })

  it('says that the sample is ready and stays until the page is left', async () => {
    const { reload, unmount } = await renderHome({ files: [sampleRow()], tasks: [sampleTask()], segments: SEGMENTS })
    await screen.findByRole('region', { name: 'A sample is being prepared' })
    const line = 'A story about the best and the worst of times.'
    const files = [sampleRow({ is_trans: true, is_summary: true, summary_line: line, is_summary_new: true })]
    await reload({ files, tasks: [sampleTask({ stage: 'done', status: 1, percent: 100 })] })
    const section = await screen.findByRole('region', { name: 'Your sample is ready' })
    expect(within(section).getAllByRole('img', { name: 'Done' })).toHaveLength(3)
    expect(within(section).getByText(line)).toBeTruthy()
    expect(within(section).getByRole('link', { name: 'Read it' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    unmount()
    await renderHome({ files })
    expect(await screen.findByRole('link', { name: 'A Tale of Two Cities' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: /sample/ })).toBeNull()
  })

  it('says why the sample failed', async () => {
    const { reload } = await renderHome({ files: [sampleRow()], tasks: [sampleTask()] })
    await screen.findByRole('region', { name: 'A sample is being prepared' })
    await reload({ tasks: [sampleTask({ stage: 'failed', status: -5 })] })
    expect(await screen.findByText('Transcription interrupted')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('ends when the sample is removed, which can be undone', async () => {
    const { user } = await renderHome({ files: [sampleRow()], tasks: [sampleTask()] })
    await user.click(await screen.findByRole('button', { name: 'Remove sample' }))
    expect(await screen.findByText('No recordings yet.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('region', { name: 'A sample is being prepared' })).toBeTruthy()
  })

  it('ends with the first recording of the user', async () => {
    const { reload } = await renderHome({ files: [sampleRow()], tasks: [sampleTask()] })
    await screen.findByRole('region', { name: 'A sample is being prepared' })
    await reload({ files: [sampleRow(), fileRow({ filename: 'Mine' })] })
    expect(await screen.findByRole('link', { name: 'Mine' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'A sample is being prepared' })).toBeNull()
  })

  it.each([
    ['whose sample was cancelled', { files: [sampleRow()] }],
    ['whose sample is ready', { files: [sampleRow({ is_trans: true, is_summary: true })] }],
    [
      'with recordings, while the sample is being processed',
      { files: [sampleRow(), fileRow({ filename: 'Mine' })], tasks: [sampleTask()] },
    ],
  ])('is not shown to an account %s', async (_, initialState) => {
    await renderHome(initialState)
    expect(await screen.findByRole('link', { name: 'A Tale of Two Cities' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: /sample/ })).toBeNull()
  })

  it.each([
    [true, 1],
    [false, 0],
  ])('says that nothing leaves the server only when it is so: %s', async (is_self_contained, count) => {
    await renderHome({ files: [sampleRow()], tasks: [sampleTask()], site: { is_self_contained } })
    await screen.findByRole('region', { name: 'A sample is being prepared' })
    await waitFor(() => expect(screen.queryAllByText(/Nothing leaves it/)).toHaveLength(count))
  })
})

describe('the latest words', () => {
  const sentence =
    'It was the age of wisdom, it was the age of foolishness, it was the epoch of belief, it was the epoch of incredulity,'

  it('are those of the last segment with words, and the end of the one before', () => {
    const notUnderstood = { ...createSegment(3, 20_000, 'not understood'), not_understood: true }
    expect(getLatestWords([createSegment(1, 1000, 'Before.'), createSegment(2, 9000, 'After.'), notUnderstood])).toEqual({
      start: 9000,
      before: 'Before.',
      text: 'After.',
    })
    expect(getLatestWords([])).toBeUndefined()
  })

  it('begin at a word when there are too many', () => {
    const latest = getLatestWords([createSegment(1, 0, sentence), createSegment(2, 9000, 'it was the season of Light,')])
    expect(latest?.before).toMatch(/^… \w.*incredulity,$/)
    expect(latest!.before.length + latest!.text.length).toBeLessThan(126)
    expect(getLatestWords([createSegment(1, 0, `${sentence} ${sentence}`)])?.text).toMatch(/^… \w.*incredulity,$/)
  })
})
