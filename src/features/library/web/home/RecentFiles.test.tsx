import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { RecentFiles } from './RecentFiles.tsx'
import { fileTopic, filesTopic } from '#features/files/contract.ts'
import { filesFeature, useCounts, useFileActions } from '#features/files/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'

const sendLive = await createLiveSender(filesFeature)

afterEach(() => vi.unstubAllGlobals())

/** 21 November 2025, 9:12 UTC. */
const OPENED = 1_763_716_320

const sevenFiles = () =>
  Array.from({ length: 7 }, (_, index) =>
    fileRow({
      filename: `Recording ${index}`,
      start_time: 9000 - index,
      edit_time: 9000 - index,
      opened_time: OPENED + index,
      is_trans: index >= 5,
      is_summary: index === 6,
      summary_line: index === 6 ? 'She expects the pilot to reach forty clinics.' : '',
    }),
  )
const titles = () => screen.getAllByRole('link').map((link) => link.textContent)

describe('recent recordings of Home (B§7, B§9)', () => {
  it('are the five opened or added last outside the trash, with that time', async () => {
    const files = sevenFiles()
    const server = new MockLibraryServer({
      files: [...files, fileRow({ filename: 'Gone', opened_time: OPENED + 9, is_trash: true })],
    })
    server.tasks = [createTask({ file_id: files[5]!.id })]
    await renderWithProviders(withRouter(<RecentFiles />).page)
    await screen.findByRole('link', { name: 'Recording 6' })
    expect(titles()).toEqual(['Recording 6', 'Recording 5', 'Recording 4', 'Recording 3', 'Recording 2'])
    expect(server.calls('GET /file/simple/web').map(({ query }) => query.toString())).toEqual([
      'limit=5&sort_by=opened_time&is_trash=0',
    ])
    expect(screen.getAllByText(/Nov 21, 2025|^Nov 21/)).toHaveLength(5)
    expect(screen.getByText('She expects the pilot to reach forty clinics.')).toBeTruthy()
    expect(await screen.findByText(/^Transcribing/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('say what state they are in below the title, and mark work and failures only', async () => {
    const files = sevenFiles().slice(2)
    const server = new MockLibraryServer({ files })
    server.tasks = [
      createTask({ file_id: files[2]!.id, task_id: 't-2' }),
      createTask({ file_id: files[1]!.id, task_id: 't-1', stage: 'failed', status: -7 }),
    ]
    await renderWithProviders(withRouter(<RecentFiles />).page)
    await screen.findByText(/^Transcribing/)
    expect(screen.getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent)).toEqual([
      'She expects the pilot to reach forty clinics.',
      'Transcript ready',
      'The summary follows the transcript.',
      'No speech was found in this recording. Play it to check whether the microphone was off.',
      'Not transcribed yet.',
    ])
    expect(screen.getAllByText(/^(Transcribing|No speech found)/)).toHaveLength(2)
    expect(screen.queryByText('Summary ready')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('make room for the line about what needs the user, so that nothing below moves', async () => {
    void new MockLibraryServer({ files: sevenFiles() })
    await renderWithProviders(withRouter(<RecentFiles attention={<p>A line</p>} />).page)
    await screen.findByRole('link', { name: 'Recording 6' })
    expect(screen.getByText('A line')).toBeTruthy()
    expect(titles()).toEqual(['Recording 6', 'Recording 5', 'Recording 4', 'Recording 3'])
  })

  it('leave no recording out when there are only two', async () => {
    void new MockLibraryServer({ files: sevenFiles().slice(5) })
    await renderWithProviders(withRouter(<RecentFiles attention={<p>A line</p>} />).page)
    await screen.findByRole('link', { name: 'Recording 6' })
    expect(titles()).toEqual(['Recording 6', 'Recording 5'])
  })

  it('mark a new summary with a dot, which says so to screen readers', async () => {
    const [first, second] = sevenFiles()
    void new MockLibraryServer({ files: [{ ...first!, is_summary: true, is_summary_new: true }, second!] })
    await renderWithProviders(withRouter(<RecentFiles />).page)
    await screen.findByRole('link', { name: 'Recording 0' })
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => within(row).queryByText('New') !== null)).toEqual([false, true])
    expect(await axeViolations()).toEqual([])
  })

  it('show an empty state', async () => {
    void new MockLibraryServer()
    await renderWithProviders(withRouter(<RecentFiles />).page)
    expect(await screen.findByText('No recordings yet.')).toBeTruthy()
  })

  it('show an error and retry', async () => {
    const server = new MockLibraryServer({ files: sevenFiles() })
    server.refuse('GET /file/simple/web', { httpStatus: 500, body: { status: -500, msg: '' } })
    const { user } = await renderWithProviders(withRouter(<RecentFiles />).page)
    await screen.findByRole('alert')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Recording 6' })).toBeTruthy()
  })
})

function Counter() {
  const { all, unorganized, trash, byFolder, byScene, isKnown } = useCounts()
  const { trash: trashFiles } = useFileActions()
  const text = isKnown ? `${all} ${unorganized} ${trash} ${byFolder.get('f1') ?? 0} ${byScene.get(7) ?? 0}` : 'unknown'
  return <button onClick={() => void trashFiles(['a'.repeat(32)])}>{text}</button>
}

describe('counts of the sidebar', () => {
  const files = () => [
    fileRow({ id: 'a'.repeat(32), filename: 'A', filetag_id_list: ['f1'] }),
    fileRow({ filename: 'B', scene: 7 }),
    fileRow({ filename: 'C', is_trash: true, filetag_id_list: ['f1'] }),
  ]

  it('are unknown before the library is loaded, and change optimistically', async () => {
    const server = new MockLibraryServer({ files: files() })
    const { user } = await renderWithProviders(withRouter(<Counter />).page)
    expect(await screen.findByText('unknown')).toBeTruthy()
    const button = await screen.findByRole('button', { name: '2 1 1 1 1' })
    const release = server.hold('POST /file/trash/')
    await user.click(button)
    expect(await screen.findByRole('button', { name: '1 1 2 0 1' })).toBeTruthy()
    release()
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
  })

  it.each([
    ['files', filesTopic, {}],
    ['file', fileTopic, { id: 'a'.repeat(32) }],
  ])('are reloaded on the live message %s, at most once a second', async (_, topic, payload) => {
    const server = new MockLibraryServer({ files: files() })
    const { queries } = await renderWithProviders(withRouter(<Counter />).page)
    await screen.findByRole('button', { name: '2 1 1 1 1' })
    server.files = [...files(), fileRow({ filename: 'D' })]
    for (let count = 0; count < 5; count++) sendLive<object>(queries, topic, payload)
    await screen.findByRole('button', { name: '3 2 1 1 1' }, { timeout: 3000 })
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(server.calls('GET /file/page')).toHaveLength(1)
    expect(server.calls('GET /file/changes')).toHaveLength(1)
    expect(server.calls('GET /file/simple/web')).toEqual([])
  })
})
