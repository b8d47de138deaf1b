import { act, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { z } from 'zod/mini'
import { libraryHandlers } from '#test/screens/MockLibrary.ts'
import type { Locale } from '#shared/locales.ts'
import { FILE_ID, createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { PENDING_REPLY, generateDialogHandlers } from '#test/screens/generateHandlers.ts'
import { minutes } from '#shared/units.ts'
import { generateContract, noteTasksContract } from '../contract.ts'
import type { SummaryRequest, TaskRequest, TaskView } from '../contract.ts'
import { generateFeature } from '../web.tsx'
import { clearStartFailure, forgetStartRequest } from './start/startRequests.ts'
import { GenerateButton } from './GenerateButton.tsx'
import { useTaskChips } from './taskChips.tsx'
import { TaskProgress } from './TaskProgress.tsx'

afterEach(() => {
  clearStartFailure(FILE_ID)
  forgetStartRequest(FILE_ID)
  closeDialogs('generate')
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Starts a mock server with at most one task. */
function createServer(initialTask: TaskView | undefined, hasTranscript: boolean) {
  const state = {
    task: initialTask,
    startRequests: [] as z.output<typeof TaskRequest>[],
    summaryRequests: [] as z.output<typeof SummaryRequest>[],
    refusalCode: undefined as number | undefined,
  }
  const lists = { files_trans: [], files_summ: [] }
  const emptyFields = {
    data_processing: [],
    data_processing_chatllm: [],
    data_processing_sum_new_note: [],
    data_complete_sum_new_note: [],
  }
  const { requests } = mockServer([
    handle(generateContract.status, () => ({
      ...emptyFields,
      data_transsumm: lists,
      data_processing_transsumm: { ...lists, files_outline: [] },
      data_tasks: state.task ? [state.task] : [],
    })),
    handle(generateContract.transsumm, ({ body }) => {
      state.startRequests.push(body)
      if (state.refusalCode !== undefined) throw new MockError(state.refusalCode, 'no')
      const task_id = `t-${state.startRequests.length + 1}`
      state.task = createTask({ task_id, stage: 'queued', percent: 0, seconds_left: null })
      return { ...PENDING_REPLY, status: 0, task_id_info: { trans_task_id: task_id } }
    }),
    handle(noteTasksContract.chatllm, ({ body }) => {
      state.summaryRequests.push(body)
      if (state.refusalCode !== undefined) throw new MockError(state.refusalCode, 'no')
      const task_id = `t-${state.summaryRequests.length + 1}`
      state.task = createTask({ task_id, stage: 'summarising', percent: 95, seconds_left: null })
      return { ...PENDING_REPLY, status: 0, task_id_info: { trans_task_id: task_id } }
    }),
    handle(generateContract.cancel, () => {
      state.task = createTask({ stage: 'cancelled' })
      return {}
    }),
    ...generateDialogHandlers({ file: { is_trans: hasTranscript } }),
    ...libraryHandlers(() => []),
  ])
  return { state, requests }
}

const ListChip = () => useTaskChips()(FILE_ID)

async function renderTask(
  task: TaskView | undefined,
  { hasTranscript = false, locale, onCompare }: { hasTranscript?: boolean; locale?: Locale; onCompare?: () => void } = {},
) {
  const server = createServer(task, hasTranscript)
  const view = await renderWithProviders(
    <FeatureScreen features={[generateFeature]}>
      <GenerateButton fileId={FILE_ID} duration={minutes(48)} hasTranscript={hasTranscript} />
      <TaskProgress fileId={FILE_ID} duration={minutes(48)} onCompare={onCompare} />
      <ul>
        <ListChip />
      </ul>
    </FeatureScreen>,
    locale ? { locale } : {},
  )
  await waitFor(() => expect(server.requests).toContain('GET /ai/status'))
  return { ...view, ...server }
}

/** Advances the held clock until the server has received this many requests to start the task. */
async function advanceToRequest({ startRequests }: { startRequests: readonly unknown[] }, count: number): Promise<void> {
  for (let elapsed = 0; startRequests.length < count && elapsed < 60_000; elapsed += 500)
    await act(() => vi.advanceTimersByTimeAsync(500))
  expect(startRequests.length).toBe(count)
}

const failedTask = (status: number) => createTask({ stage: 'failed', status, percent: 0, seconds_left: null })

/** Opens the dialog and generates with what it starts with. */
async function generate(user: Awaited<ReturnType<typeof renderTask>>['user'], item?: string): Promise<void> {
  await user.click(getButton('Generate'))
  if (item) await user.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: item ?? 'Generate' }))
}

const getButton = (name: string) => screen.getByRole('button', { name })

describe('generate', () => {
  it('starts the task and shows its progress', async () => {
    const { user, state } = await renderTask(undefined)
    await generate(user)
    const progress = await screen.findByRole('region', { name: 'Progress' })
    expect(within(progress).getByRole('status').textContent).toBe('Queued')
    expect(state.startRequests).toMatchObject([{ is_reload: 0, info: expect.not.stringContaining('language') as string }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getButton('Generate').getAttribute('aria-disabled')).toBe('true')
  })

  it('offers to compare after the summary was created again', async () => {
    const compare = vi.fn<() => void>()
    const done = createTask({ stage: 'done', status: 1 })
    const { user, state, queries } = await renderTask(done, { hasTranscript: true, onCompare: compare })
    await generate(user, 'Summarize again')
    await screen.findByRole('region', { name: 'Progress' })
    expect([state.summaryRequests.length, state.startRequests.length]).toEqual([1, 0])
    state.task = { ...done, task_id: 't-2' }
    await act(() => queries.invalidateQueries())
    await user.click(await screen.findByRole('button', { name: 'Compare' }))
    expect(compare).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
  })

  it('does not offer to compare a summary that another tab has created again', async () => {
    const done = createTask({ stage: 'done', status: 1 })
    const { user, state, queries } = await renderTask(done, { hasTranscript: true, onCompare: () => {} })
    await generate(user, 'Summarize again')
    await screen.findByRole('region', { name: 'Progress' })
    state.task = { ...done, task_id: 't-3' }
    await act(() => queries.invalidateQueries())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull()
  })

  it('shows an error when the task cannot be started', async () => {
    const { user, state } = await renderTask(undefined)
    state.refusalCode = 500
    await generate(user)
    expect((await screen.findAllByText(/^This could not be started\./)).length).toBeGreaterThan(0)
  })

  it.each([-2, 429])('retries silently after too many requests (%i, B§4, B§8)', async (code) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, state } = await renderTask(undefined)
    state.refusalCode = code
    await generate(user)
    await advanceToRequest(state, 1)
    state.refusalCode = undefined
    await advanceToRequest(state, 2)
    expect(await screen.findByRole('region', { name: 'Progress' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('a summary that is created again (B§4)', () => {
  const failedSummary = (task_id: string) => ({ ...failedTask(-3), task_id })

  it('has the same post id in each silent retry, and another one after a failure', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user, state, queries } = await renderTask(createTask({ stage: 'done', status: 1 }), { hasTranscript: true })
    state.refusalCode = -2
    await generate(user, 'Summarize again')
    await waitFor(() => expect(state.summaryRequests).toHaveLength(1))
    state.refusalCode = undefined
    await act(() => vi.advanceTimersByTimeAsync(3500))
    await screen.findByRole('region', { name: 'Progress' })
    state.task = failedSummary('t-3')
    await act(() => queries.invalidateQueries())
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(state.summaryRequests).toHaveLength(3))
    const [first, second, third] = state.summaryRequests.map(({ post_id }) => post_id)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(state.startRequests).toEqual([])
  })

  it('is left to the server when another tab has started the task that failed', async () => {
    const { user, state, queries } = await renderTask(createTask({ stage: 'done', status: 1 }), { hasTranscript: true })
    await generate(user, 'Summarize again')
    await screen.findByRole('region', { name: 'Progress' })
    state.task = failedSummary('t-9')
    await act(() => queries.invalidateQueries())
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(state.startRequests).toMatchObject([{ is_reload: 1, operate_type: 'retry' }]))
    expect(state.startRequests[0]?.summ_type).toBeUndefined()
    expect(state.summaryRequests).toHaveLength(1)
  })
})

describe('too many requests until the last retry (-2, B§4)', () => {
  /** Presses a button and waits for the first request and its six silent retries, all of which are refused. */
  async function exhaustRetries(initialTask: TaskView | undefined, buttonName: string) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const view = await renderTask(initialTask)
    view.state.refusalCode = -2
    if (buttonName === 'Generate') await generate(view.user)
    else await view.user.click(await screen.findByRole('button', { name: buttonName }))
    await advanceToRequest(view.state, 7)
    return view
  }

  it('shows a transcription error after six silent retries', async () => {
    const { state } = await exhaustRetries(undefined, 'Generate')
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Transcription failed')).toBeDefined()
    expect(alert.textContent).toContain('Error code -100101')
    expect(screen.getByText('Transcription failed · Try again')).toBeDefined()
    await vi.advanceTimersByTimeAsync(30_000)
    expect(state.startRequests.length).toBe(7)
  })

  it('shows a summary error when only the summary was missing, until a new task starts', async () => {
    const { user, state } = await exhaustRetries(failedTask(-3), 'Try again')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error code -100102')
    state.refusalCode = undefined
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Progress' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(state.startRequests.at(-1)).toMatchObject({ is_reload: 1, operate_type: 'retry' })
  })

  it('dismisses the error on Cancel', async () => {
    const { user } = await exhaustRetries(undefined, 'Generate')
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('an active task', () => {
  it('shows stage, percentage and time left on the page and in lists', async () => {
    await renderTask(createTask({ stage: 'transcribing', percent: 42, seconds_left: 120 }))
    const progress = await screen.findByRole('region', { name: 'Progress' })
    expect(progress.textContent).toContain('42% · 2\u00a0min left')
    expect(within(progress).getByRole('progressbar', { name: 'Transcribing' }).getAttribute('aria-valuenow')).toBe('42')
    expect(screen.getByRole('list').textContent).toBe('Transcribing · 2\u00a0min')
  })

  it('shows no percentage while the summary is written, because none is known', async () => {
    await renderTask(createTask({ stage: 'summarising', percent: 95, seconds_left: null }))
    const progress = await screen.findByRole('region', { name: 'Progress' })
    expect(within(progress).getByRole('status').textContent).toBe('Summarizing')
    expect(progress.textContent).not.toContain('95')
    expect(within(progress).getByRole('progressbar', { name: 'Summarizing' }).hasAttribute('aria-valuenow')).toBe(false)
  })

  it('can be cancelled', async () => {
    const { user, requests } = await renderTask(createTask())
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Stopped')).toBeDefined()
    expect(requests).toContain(`POST /ai/cancel/${FILE_ID}`)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull())
    expect(getButton('Generate').getAttribute('aria-disabled')).not.toBe('true')
  })

  it('has no accessibility violations', async () => {
    const { container } = await renderTask(createTask())
    await screen.findByRole('region', { name: 'Progress' })
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false }, list: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
})

describe('a failure (B§8)', () => {
  it.each([
    [-1, 'Not enough minutes', ['Try again', 'Cancel']],
    [-3, 'Summary interrupted', ['Try again', 'Cancel']],
    [-5, 'Transcription interrupted', ['Try again', 'Cancel']],
    [-6, 'Transcription failed, time refunded', ['Try again', 'Cancel']],
    [-7, 'No speech found', []],
    [-8, 'Recording too long', []],
    [-11, 'Custom templates not available', ['Generate', 'Cancel']],
    [-12, 'Template missing', ['Generate', 'Cancel']],
    [-13, 'Template not available', ['Generate', 'Cancel']],
    [-110, 'Transcription not available', ['Try again', 'Cancel']],
    [-111, 'Not enough speech', []],
    [-112, 'Transcription not available', ['Try again', 'Cancel']],
    [-1234, 'Transcription failed', ['Try again', 'Cancel']],
    [-2345, 'Summary failed', ['Try again', 'Cancel']],
    [-900_110, 'Summary interrupted', ['Try again', 'Cancel']],
    [-900_112, 'Summary interrupted', ['Try again', 'Cancel']],
    [-100_101, 'Transcription failed', ['Try again', 'Cancel']],
    [-100_102, 'Summary failed', ['Try again', 'Cancel']],
    [-100_200, 'Unstable network', ['Try again', 'Cancel']],
  ])('shows %i as "%s" and offers %j', async (status, words, actions) => {
    await renderTask(failedTask(status))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(words)).toBeDefined()
    expect(alert.textContent).toContain(`Error code ${status}`)
    expect(
      within(alert)
        .queryAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(actions)
  })

  it('shows -100200 when the server cannot be reached (B§4), and tries again with the same choices', async () => {
    const { user, state } = await renderTask(undefined)
    const connected = globalThis.fetch
    await user.click(getButton('Generate'))
    const dialog = await screen.findByRole('dialog')
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await user.click(within(dialog).getByRole('button', { name: 'Generate' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Error code -100200')
    vi.stubGlobal('fetch', connected)
    await user.click(getButton('Try again'))
    await screen.findByRole('region', { name: 'Progress' })
    expect(state.startRequests).toMatchObject([{ operate_type: 'retry', summ_type: 'AUTO-SELECT' }])
  })

  it('is one line with the action in a list', async () => {
    await renderTask(failedTask(-7))
    expect(await screen.findByText('No speech found · Try again')).toBeDefined()
  })

  it('disappears on a retry', async () => {
    const { user, state } = await renderTask(failedTask(-5))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('region', { name: 'Progress' })
    expect(state.startRequests).toMatchObject([{ is_reload: 1, operate_type: 'retry' }])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('stays dismissed in this tab after Cancel, also when the page is opened again', async () => {
    const { user, unmount } = await renderTask(failedTask(-5))
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alert')).toBeNull()
    unmount()
    const { requests } = await renderTask(failedTask(-5))
    await waitFor(() => expect(requests.length).toBeGreaterThan(0))
    expect(await screen.findByText('Transcription interrupted · Try again')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    [-11, false, 'Generate'],
    [-12, true, 'Summarize again'],
    [-13, true, 'Summarize again'],
  ])('%i offers another template in the dialog (transcript: %s)', async (status, hasTranscript, submit) => {
    const { user } = await renderTask(failedTask(status), { hasTranscript })
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Generate' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByRole('button', { name: submit })).toBeDefined()
  })
})
