import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { useFile } from '#features/files/web.tsx'
import { FILE_ID, createRecording, createSegment, createTask } from '#test/screens/createRecording.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { generateContract, type TaskView, taskTopic } from '../contract.ts'
import { generateFeature } from '../web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { setLiveChannelOpen } from '#browser/live/useLiveEvents.ts'
import { useTaskChips } from './taskChips.tsx'
import { useTask, useTasks } from './queries.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setLiveChannelOpen(true)
})

function TestComponent() {
  const task = useTask(FILE_ID)
  const count = useTasks().length
  const { file } = useFile(FILE_ID)
  const chips = useTaskChips()
  return (
    <>
      <p>
        {count} tasks, {task?.stage ?? 'no task'}, {task?.segments_transcribed ?? 0} transcribed,{' '}
        {file?.trans_result?.length ?? 0} saved
      </p>
      <output>{chips(FILE_ID) ?? 'ready'}</output>
    </>
  )
}

async function renderTasks(initialTasks: TaskView[]) {
  const state = { tasks: initialTasks, savedSegments: [] as ReturnType<typeof createSegment>[], shouldFail: false }
  const lists = { files_trans: [], files_summ: [] }
  const emptyFields = {
    data_processing: [],
    data_processing_chatllm: [],
    data_processing_sum_new_note: [],
    data_complete_sum_new_note: [],
  }
  const { requests } = mockServer([
    handle(generateContract.status, () => {
      if (state.shouldFail) throw new MockError(500)
      return {
        ...emptyFields,
        data_transsumm: lists,
        data_processing_transsumm: { ...lists, files_outline: [] },
        data_tasks: state.tasks,
      }
    }),
    handle(filesContract.list, () => ({
      data_file_total: 1,
      data_file_list: [createRecording({ trans_result: state.savedSegments })],
      data_left_out: [],
    })),
  ])
  const view = await renderWithProviders(<TestComponent />)
  await screen.findByText(`${initialTasks.length} tasks`, { exact: false })
  const countPolls = () => requests.filter((call) => call === 'GET /ai/status').length
  await vi.waitFor(() => expect(countPolls()).toBe(1))
  return {
    state,
    countPolls,
    ...view,
    sendTask: (task: TaskView | undefined) => sendLive(view.queries, taskTopic, { id: FILE_ID, task }),
  }
}

const sendLive = await createLiveSender(generateFeature)
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const getText = () => screen.getByText(/tasks/).textContent

describe('the status (B§4)', () => {
  it('is polled every ten seconds while a task is active, and not afterwards', async () => {
    const { countPolls, state } = await renderTasks([createTask()])
    await advance(9000)
    expect(countPolls()).toBe(1)
    await advance(2000)
    expect(countPolls()).toBe(2)
    state.tasks = [createTask({ stage: 'done', status: 1 })]
    await advance(10_500)
    expect(countPolls()).toBe(3)
    await advance(60_000)
    expect(countPolls()).toBe(3)
  })

  it('is polled five seconds after a failed poll', async () => {
    const { countPolls, state } = await renderTasks([createTask()])
    state.shouldFail = true
    await advance(10_500)
    expect(countPolls()).toBe(2)
    await advance(5000)
    expect(countPolls()).toBe(3)
    state.shouldFail = false
    await advance(5000)
    expect(countPolls()).toBe(4)
    await advance(7000)
    expect(countPolls()).toBe(4)
  })

  it('is polled without active tasks only while the live channel is closed', async () => {
    const { countPolls } = await renderTasks([])
    await advance(30_000)
    expect(countPolls()).toBe(1)
    act(() => setLiveChannelOpen(false))
    await advance(10_500)
    expect(countPolls()).toBe(2)
    act(() => setLiveChannelOpen(true))
    await advance(30_000)
    expect(countPolls()).toBe(2)
  })

  it('reloads the recording when a task has changed its stage', async () => {
    const { state } = await renderTasks([createTask()])
    await vi.waitFor(() => expect(getText()).toContain('transcribing'))
    state.tasks = [createTask({ stage: 'done', status: 1 })]
    state.savedSegments = [createSegment(1, 0, 'Saved')]
    await advance(10_500)
    await vi.waitFor(() => expect(getText()).toBe('1 tasks, done, 0 transcribed, 1 saved'))
  })
})

describe('a live event', () => {
  it('updates the progress without a request', async () => {
    const { sendTask, countPolls } = await renderTasks([createTask({ segments_transcribed: 1 })])
    await vi.waitFor(() => expect(getText()).toContain('1 transcribed'))
    sendTask(createTask({ segments_transcribed: 7 }))
    await waitFor(() => expect(getText()).toContain('7 transcribed'))
    expect(countPolls()).toBe(1)
  })

  it('shows a task started elsewhere', async () => {
    const { sendTask } = await renderTasks([])
    sendTask(createTask({ stage: 'queued' }))
    await waitFor(() => expect(getText()).toContain('1 tasks, queued'))
    expect(screen.getByRole('status').textContent).toContain('Queued')
  })

  it('reloads the recording at the end of a task and removes its chip', async () => {
    const { sendTask, state } = await renderTasks([createTask()])
    state.savedSegments = [createSegment(1, 0, 'Saved')]
    sendTask(createTask({ stage: 'done', status: 1 }))
    await waitFor(() => expect(getText()).toBe('1 tasks, done, 0 transcribed, 1 saved'))
    expect(screen.getByRole('status').textContent).toBe('ready')
  })

  it.each([undefined, { stage: 'waiting' } as unknown as TaskView])('requests the status when its task is %j', async (task) => {
    const { sendTask, countPolls } = await renderTasks([createTask()])
    sendTask(task)
    await vi.waitFor(() => expect(countPolls()).toBe(2))
  })
})
