import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generateFeature } from '#features/generate/web.tsx'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { createForm, createNote, createPoint } from '#test/screens/createNote.ts'
import { createRecording, createSegment, createTask } from '#test/screens/createRecording.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'

const segments = [
  createSegment(1, 362_000, 'What changed?', { speaker: 'Lena' }),
  createSegment(2, 374_000, 'The nurses stayed in forty clinics', { speaker: 'Dr. Okafor' }),
]
const MARKDOWN = '## Decisions\n\n- Forty clinics. [6:14](#t=374000)\n'
const file = createRecording({ is_trans: true, is_summary: true, trans_result: segments, ai_content: MARKDOWN })
const form = createForm({
  sections: [
    {
      kind: 'decisions',
      heading: 'Decisions',
      points: [
        createPoint('p1', 'Forty clinics.', { segments: ['2'], start_time: 374_000, speaker: 'Dr. Okafor' }),
        createPoint('p2', 'The second survey is dropped.', { supported: false }),
      ],
    },
  ],
  chapters: [
    { start_time: 0, end_time: 370_000, title: 'The pilot so far' },
    { start_time: 370_000, end_time: 2_887_000, title: 'Forty before the rains' },
  ],
})
const summary = createNote({ note_content: MARKDOWN, form, version_count: 1 })
const interview = createNote({
  note_id: 'n2',
  note_type: 'sum_multi_note',
  note_tab_name: 'Interview notes',
  note_content: '# Interview\n\nShe expects forty.\n',
  data_post_id: 'post-1',
})

beforeEach(() => localStorage.clear())
afterEach(() => {
  closeDialogs('newNote', 'generate')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const renderPage = (start: Parameters<typeof renderFilePage>[0] = {}) =>
  renderFilePage({ files: [file], notes: [summary, interview], ...start })
const openTab = async (user: Awaited<ReturnType<typeof renderPage>>['user'], name: string) =>
  user.click(await screen.findByRole('tab', { name }))

describe('notes of a recording (B§3, B§4)', () => {
  it('are opened by a link', async () => {
    await renderPage({ hash: '#tab=note:n2' })
    expect((await screen.findByRole('tab', { selected: true, name: 'Interview notes' })).textContent).toBe('Interview notes')
  })

  it('are tabs after the summary, and one can be added', async () => {
    const { user } = await renderPage()
    await screen.findByRole('tab', { name: 'Mind map' })
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Summary and transcript',
      'Summary',
      'Transcript',
      'Interview notes',
      'Mind map',
    ])
    await openTab(user, 'Interview notes')
    expect(await screen.findByText('She expects forty.')).toBeDefined()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'New note' }))
    expect(getOpenDialog('newNote')).toEqual({ fileId: file.id })
  })

  it('say that they are being written, and can be stopped', async () => {
    const { user, requests } = await renderPage({ notes: [summary, { ...interview, data_content: '', task_status: 0 }] })
    await openTab(user, 'Interview notes')
    expect(await screen.findByText('Summarizing', { selector: '[role="status"]' })).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(requests).toContain(`POST /ai/cancel_note/${file.id}/n2`)
  })

  it('say why they failed, and are retried with the ids of their request', async () => {
    const { user, state } = await renderPage({ notes: [summary, { ...interview, data_content: '', task_status: -3 }] })
    await openTab(user, 'Interview notes')
    const alert = await screen.findByRole('alert')
    await user.click(await within(alert).findByRole('button', { name: 'Try again' }))
    expect(alert.textContent).toContain('-3')
    await waitFor(() => expect(state.retries).toEqual([['n2', 'sum_multi_note', 'post-1']]))
  })

  const failedHighlights = (task_status: number) =>
    createNote({ note_id: `note:${file.id}`, note_type: 'high_light', data_post_id: 'post-2', task_status })

  it.each([
    [-1, 'It could not be written now.'],
    [-12, 'its template no longer exists'],
  ])('say with %i that the summary of the highlights is not available, at every tab (B§8)', async (task_status, reason) => {
    const { user } = await renderPage({ notes: [summary, failedHighlights(task_status)] })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Summary not available')
    expect(alert.textContent).toContain(reason)
    await openTab(user, 'Transcript')
    expect(screen.getByRole('alert')).toBe(alert)
  })

  it('are tried again with the ids of the highlights', async () => {
    const { user, state } = await renderPage({ notes: [summary, failedHighlights(-1)] })
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(state.retries).toEqual([[`note:${file.id}`, 'high_light', 'post-2']]))
  })

  it('are deleted, and restored by Undo', async () => {
    const { user, state } = await renderPage()
    await deleteInterview(user)
    expect(state.notes).toHaveLength(1)
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Summary')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('She expects forty.')).toBeDefined()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Interview notes')
  })

  it.each([
    [-3, 'This recording already has 50 notes. Delete another one first.'],
    [404, 'The note could not be restored. This no longer exists. It may have been deleted.'],
  ])('say why they cannot be restored (%i)', async (restoreRefusal, text) => {
    const { user } = await renderPage({ restoreRefusal })
    await deleteInterview(user)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })

  it('are chosen in a row above the summary where there is no room for tabs', async () => {
    const { user } = await renderPage({ width: 390 })
    await user.click(await screen.findByRole('button', { name: 'Summary. Choose a note' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Interview notes' }))
    expect(await screen.findByText('She expects forty.')).toBeDefined()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Summary')
  })
})

async function deleteInterview(user: Awaited<ReturnType<typeof renderPage>>['user']): Promise<void> {
  await openTab(user, 'Interview notes')
  await user.click(await screen.findByRole('button', { name: 'Delete note' }))
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Interview notes' })).toBeNull())
}

describe('a point of the summary', () => {
  it('is marked in the transcript when it is chosen', async () => {
    const { user, container } = await renderPage()
    const region = await screen.findByRole('region', { name: 'Summary' })
    await user.click(await within(region).findByRole('button', { name: 'Play from 6:14' }))
    await waitFor(() =>
      expect([...container.querySelectorAll('[data-chosen]')].map(({ textContent }) => textContent).join('')).toBe(
        'The nurses stayed in forty clinics',
      ),
    )
  })
})

describe('the mind map', () => {
  it('is a tree for the keyboard, and shows the words of the chosen point', async () => {
    const { user } = await renderPage()
    await openTab(user, 'Mind map')
    const root = await screen.findByRole('treeitem', { name: /Interview with Dr. Okafor/ })
    expect(await axeViolations()).toEqual([])
    root.focus()
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('Forty clinics. 6:14')
    const chosen = screen.getByRole('region', { name: 'Chosen point' })
    expect(chosen.textContent).toContain('The nurses stayed in forty clinics')
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(screen.getByRole('treeitem', { name: /Forty before the rains/ }).getAttribute('aria-expanded')).toBe('false')
    await user.click(within(chosen).getByRole('button', { name: 'Open in transcript' }))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Transcript')
  })

  it('stays for a summary that was edited, with the points that were not changed', async () => {
    const edited = { ...summary, extra: { ...summary.extra, form: null, cited: form } }
    const { user } = await renderPage({ notes: [edited] })
    await openTab(user, 'Mind map')
    expect(await screen.findByRole('treeitem', { name: /Forty before the rains/ })).toBeDefined()
  })

  it('is also an outline with times, and is copied as text', async () => {
    const { user } = await renderPage()
    await openTab(user, 'Mind map')
    await user.click(await screen.findByRole('button', { name: 'Copy' }))
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toContain('- Forty before the rains 6:10\n  - Forty clinics. 6:14'),
    )
    await user.click(screen.getByRole('button', { name: 'Outline' }))
    expect(screen.getByRole('button', { name: '6:10 Forty before the rains' })).toBeDefined()
    expect(screen.getByText('not found in the recording')).toBeDefined()
    expect(await axeViolations()).toEqual([])
  })
})

describe('two versions of a summary', () => {
  it('are compared, and the earlier one can be kept', async () => {
    const { user, requests } = await renderPage()
    await openTab(user, 'Summary')
    await user.click(await screen.findByRole('button', { name: 'Compare versions' }))
    expect(await screen.findByRole('heading', { name: 'What changed' })).toBeDefined()
    expect(screen.getByText('1 reworded')).toBeDefined()
    expect(screen.getByText('1 left out')).toBeDefined()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Only changes' }))
    await user.click(screen.getByRole('button', { name: 'Bring it over' }))
    await waitFor(() => expect(requests).toContain('POST /ai/update_note_info'))
    await user.click(await screen.findByRole('button', { name: 'Keep this one' }))
    await waitFor(() => expect(requests).toContain(`POST /ai/notes/${file.id}/n/versions/v1/use`))
  })

  it('are offered to be compared when the summary was created again, whichever tab is open', async () => {
    const { user, state, queries } = await renderPage({ features: [generateFeature], tasks: [done] })
    await openTab(user, 'Transcript')
    await summarizeAgain(user)
    state.tasks = [{ ...done, task_id: 't-2' }]
    await act(() => queries.invalidateQueries())
    await user.click(await screen.findByRole('button', { name: 'Compare' }))
    expect(await screen.findByRole('heading', { name: 'What changed' })).toBeDefined()
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Summary')
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Transcript')
  })

  it('are not offered to be compared when there is only one', async () => {
    const onlyOne = { ...summary, version_count: 0 }
    const { user, state, queries } = await renderPage({ features: [generateFeature], tasks: [done], notes: [onlyOne] })
    await summarizeAgain(user)
    state.tasks = [{ ...done, task_id: 't-2' }]
    await act(() => queries.invalidateQueries())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
  })
})

const done = createTask({ stage: 'done', status: 1 })

async function summarizeAgain(user: Awaited<ReturnType<typeof renderPage>>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Generate' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Summarize again' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Summarize again' }))
  await screen.findByRole('region', { name: 'Progress' })
}
