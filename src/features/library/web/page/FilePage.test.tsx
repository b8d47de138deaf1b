import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { taskTopic } from '#features/generate/contract.ts'
import { generateFeature } from '#features/generate/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'
import { FILE_ID, createRecording, createSegment, createTask } from '#test/screens/createRecording.ts'

const sendLive = await createLiveSender(generateFeature)

const segments = [
  createSegment(1, 362_000, 'What changed?', { speaker: 'Lena' }),
  createSegment(2, 374_000, 'The nurses stayed', { speaker: 'Dr. Okafor' }),
]
const transcribedFile = createRecording({
  is_trans: true,
  is_summary: true,
  trans_result: segments,
  ai_content: '## Highlights\n\n- Forty clinics. [6:14](#t=374000)\n',
  extra_data: { tranConfig: { language: 'en' } },
  filetag_id_list: ['f1'],
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const renderPage = (start: Parameters<typeof renderFilePage>[0] = {}) => renderFilePage({ files: [transcribedFile], ...start })
const findTitle = () => screen.findByRole('heading', { level: 1 })

describe('page of a recording (A§2)', () => {
  it('shows title, date, length, folder, speakers and language', async () => {
    await renderPage()
    expect((await findTitle()).textContent).toBe('Interview with Dr. Okafor')
    expect(document.title).toContain('Interview with Dr. Okafor')
    expect(screen.getByText('November 21, 2026 at 9:12 AM').parentElement?.textContent).toMatch(/ · 48:07$/)
    expect(await screen.findByText('Research')).toBeDefined()
    expect([screen.getByText('2 speakers'), screen.getByText('English')]).toHaveLength(2)
  })

  it('copies a link to the moment of the player, which opens there', async () => {
    const { user, unmount } = await renderPage({ hash: '#t=374000' })
    await findTitle()
    expect((await screen.findByRole('slider')).getAttribute('aria-valuetext')).toContain('6:14')
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link to this moment' }))
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/file/${FILE_ID}#t=374000`)
    unmount()
  })

  it('moves the open player to the moment of a link, also after it was used', async () => {
    const { user, router } = await renderPage()
    await findTitle()
    const position = async () => (await screen.findByRole('slider')).getAttribute('aria-valuetext')
    await user.click(await screen.findByRole('button', { name: /Forward 10 seconds/ }))
    await waitFor(async () => expect(await position()).toContain('0:10'))
    await act(() => router.navigate({ href: `/file/${FILE_ID}#t=374000` }))
    await waitFor(async () => expect(await position()).toContain('6:14'))
    await user.click(await screen.findByRole('button', { name: /Forward 10 seconds/ }))
    expect(await position()).toContain('6:24')
  })

  it('opens the transcript for a link to a moment, beside the summary where there is room, and the summary for a link to it', async () => {
    const selected = async () => (await screen.findByRole('tab', { selected: true })).textContent
    localStorage.setItem('earshot_file_tabs', JSON.stringify({ value: 'summary', expires: null }))
    const wide = await renderPage({ hash: '#t=374000' })
    expect(await selected()).toBe('Summary and transcript')
    wide.unmount()
    const narrow = await renderPage({ hash: '#t=374000', width: 400 })
    expect(await selected()).toBe('Transcript')
    await act(() => narrow.router.navigate({ href: `/file/${FILE_ID}#tab=summary` }))
    await waitFor(async () => expect(await selected()).toBe('Summary'))
    await narrow.user.click(screen.getByRole('tab', { name: 'Transcript' }))
    expect(await selected()).toBe('Transcript')
  })

  it('downloads the audio by a signed link, as long as there is audio', async () => {
    const followed: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      followed.push(this.href)
    })
    const { user } = await renderPage()
    await findTitle()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Download audio' }))
    await waitFor(() => expect(followed).toEqual([`https://blobs.test/${FILE_ID}`]))
  })

  it.each([
    ['en-1', 'American English'],
    ['zh-hk-0', 'Cantonese (Hong Kong SAR China)'],
    ['auto', undefined],
  ])('names the language %s as %s in its chips, and never shows its id', async (language, name) => {
    await renderFilePage({ files: [{ ...transcribedFile, extra_data: { tranConfig: { language } } }] })
    expect(await screen.findByText('2 speakers')).toBeTruthy()
    expect(screen.queryByText(name ?? language) !== null).toBe(name !== undefined)
    expect(screen.queryByText(language)).toBeNull()
  })

  it('names the language in full, also when it has a region', async () => {
    const file = { ...transcribedFile, extra_data: { tranConfig: { language: 'zh_TW' } } }
    await renderPage({ files: [file] })
    expect(await screen.findByText('Chinese (Taiwan)')).toBeDefined()
    expect(screen.queryByText('zh_TW')).toBeNull()
  })

  it('shows when a rule deleted the audio instead of the player, and disables transcription', async () => {
    const { user } = await renderPage({ files: [{ ...transcribedFile, sound_deleted_at: 1_795_600_000 }] })
    await findTitle()
    expect(
      screen.getByText('The audio was deleted on November 25, 2026 by your retention setting. The transcript stays.'),
    ).toBeDefined()
    expect(screen.queryByRole('slider')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    const transcribe = await screen.findByRole('menuitem', { name: /^Transcribe again/ })
    expect(transcribe.getAttribute('aria-disabled')).toBe('true')
    expect(within(transcribe).getByText(/it cannot be transcribed/)).toBeDefined()
    expect(screen.getByRole('menuitem', { name: 'Summarize again' }).getAttribute('aria-disabled')).toBeNull()
  })

  it('says once what was tried when there is no speech, without a code or a language', async () => {
    const extra_data = { tranConfig: { language: 'en' } }
    const file = createRecording({ is_trans: true, trans_result: [], duration: 30_000, extra_data })
    await renderPage({ files: [file], tasks: [createTask({ stage: 'failed', status: -7 })] })
    expect(await screen.findByText(/^Almost nothing could be made out in 0:30/)).toBeDefined()
    expect(screen.getAllByText(/speech/i)).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Code/)).toBeNull()
    expect(screen.queryByText('English')).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('offers no retry of a failed transcription in the trash', async () => {
    const task = createTask({ stage: 'failed', status: -5 })
    const { unmount } = await renderPage({ files: [createRecording()], tasks: [task] })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
    unmount()
    await renderPage({ files: [createRecording({ is_trash: true })], tasks: [task] })
    await screen.findByRole('alert')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('shows the time range of speech that was not understood', async () => {
    const missed = createSegment(1, 50_000, '', { end_time: 56_000, words: [], not_understood: true })
    const file = createRecording({ is_trans: true, trans_result: [missed] })
    await renderPage({ files: [file], tasks: [createTask({ stage: 'failed', status: -7 })] })
    expect(await screen.findByText('No speech found')).toBeDefined()
    expect(await screen.findByText('[not understood 0:50-0:56]')).toBeDefined()
    expect(screen.getByText('6 s of speech could not be understood')).toBeDefined()
  })

  it('shows summary and transcript side by side when there is enough space', async () => {
    await renderPage()
    expect(await screen.findByRole('tab', { name: 'Summary and transcript', selected: true })).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Highlights' })).toBeDefined()
    expect(await screen.findByText('nurses')).toBeDefined()
  })

  it('shows one at a time on small screens and stores the choice', async () => {
    const { user, unmount } = await renderPage({ width: 380 })
    expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual(['Summary', 'Transcript'])
    expect(screen.queryByRole('list', { name: 'Transcript' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Transcript' }))
    expect(await screen.findByText('nurses')).toBeDefined()
    unmount()
    await renderPage()
    expect(await screen.findByRole('tab', { name: 'Transcript', selected: true })).toBeDefined()
  })

  it('has no accessibility violations', async () => {
    const { container } = await renderPage({ tasks: [createTask()] })
    await screen.findByText('nurses')
    await screen.findByRole('heading', { name: 'Highlights' })
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})

describe('title of the page', () => {
  it('is edited in place and saved with Enter', async () => {
    const { user, state } = await renderPage()
    await user.click(within(await findTitle()).getByRole('button'))
    await user.keyboard('Okafor, second talk{Enter}')
    expect((await findTitle()).textContent).toBe('Okafor, second talk')
    await waitFor(() => expect(state.files[0]?.filename).toBe('Okafor, second talk'))
  })

  it('is unchanged after Esc', async () => {
    const { user, requests } = await renderPage()
    await user.click(within(await findTitle()).getByRole('button'))
    await user.keyboard('Nonsense{Escape}')
    expect((await findTitle()).textContent).toBe('Interview with Dr. Okafor')
    expect(requests.filter((call) => call.startsWith('PATCH'))).toEqual([])
  })
})

describe('trash', () => {
  it('opens all files after moving the recording and restores it on Undo (B§2)', async () => {
    const { user, state, router } = await renderPage()
    await findTitle()
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Move to trash' }))
    await screen.findByText('the list')
    expect(router.state.location.href).toBe('/file-list?categoryId=allFiles')
    expect(state.files[0]?.is_trash).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(state.files[0]?.is_trash).toBe(false))
  })

  it('is shown on the page of a trashed recording, which offers no actions', async () => {
    await renderPage({ files: [{ ...transcribedFile, is_trash: true }] })
    expect(await screen.findByText('In trash')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Generate' })).toBeNull()
    expect(within(await findTitle()).queryByRole('button')).toBeNull()
  })
})

describe('recording without a transcript', () => {
  it('shows an explanation and offers to transcribe it', async () => {
    await renderPage({ files: [createRecording()] })
    expect(await screen.findByText(/^No transcript yet/)).toBeDefined()
    expect(screen.getByText(/^The summary appears here/)).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Generate' }).length).toBeGreaterThan(0)
  })

  it('says what Generate would do, and offers it only once while a task runs', async () => {
    const { unmount } = await renderPage({ files: [createRecording()] })
    await findTitle()
    const buttons = screen.getAllByRole('button', { name: 'Generate' })
    const descriptionOf = (button: HTMLElement) =>
      document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
    expect(buttons.map(descriptionOf)).toEqual(Array(2).fill(expect.stringMatching(/^Transcribe and summarize 48\smin$/)))
    unmount()
    await renderPage({ files: [createRecording()], tasks: [createTask()] })
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Generate' })).toHaveLength(1))
  })

  it('shows live segments during transcription and the transcript and summary afterwards', async () => {
    const { state, queries } = await renderPage({
      files: [createRecording()],
      tasks: [createTask({ segments_transcribed: 0 })],
    })
    expect(await screen.findByText(/^The transcript appears here/)).toBeDefined()
    state.segments = segments.slice(0, 1)
    sendLive(queries, taskTopic, { id: FILE_ID, task: createTask({ segments_transcribed: 1 }) })
    expect(await screen.findByText('changed?')).toBeDefined()
    state.files = [transcribedFile]
    sendLive(queries, taskTopic, { id: FILE_ID, task: createTask({ stage: 'done', status: 1, segments_transcribed: 2 }) })
    expect(await screen.findByText('nurses')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Highlights' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Generate' }).getAttribute('aria-haspopup')).toBe('menu')
  })
})

describe('errors', () => {
  it('links to the list when the recording does not exist', async () => {
    await renderPage({ files: [] })
    expect(await screen.findByText('This recording does not exist. It may have been deleted.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Show all files' }).getAttribute('href')).toBe('/file-list?categoryId=allFiles')
  })

  it('sends no request when the id is invalid', async () => {
    const { requests } = await renderPage({ id: 'nonsense' })
    expect(await screen.findByText('This recording does not exist. It may have been deleted.')).toBeDefined()
    expect(requests.filter((call) => call.startsWith('POST /file/list'))).toEqual([])
  })

  it('shows a server error with its request id and can retry', async () => {
    const { user, state } = await renderPage({ failsToRead: true })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The recording could not be loaded')
    expect(alert.textContent).toContain('r-1')
    state.failsToRead = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect((await findTitle()).textContent).toBe('Interview with Dr. Okafor')
  })
})
