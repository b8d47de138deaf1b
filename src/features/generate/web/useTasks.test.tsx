import type { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import { useFile } from '#features/files/web.tsx'
import { FILE_ID, recording, spoken, taskOf } from '#test/screen/recording.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Says, on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { generateContract } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { applyLiveEvent } from './applyLiveEvent.ts'
import { noteLiveChannel } from './liveChannel.ts'
import { useTaskChips } from './TaskChip.tsx'
import { useTask, useTasks } from './useTasks.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  noteLiveChannel(true)
})

function Screen() {
  const task = useTask(FILE_ID)
  const count = useTasks().length
  const { file } = useFile(FILE_ID)
  const chips = useTaskChips()
  return (
    <>
      <p>
        {count} tasks, {task?.stage ?? 'no task'}, {task?.heard ?? 0} heard, {file?.trans_result?.length ?? 0} saved
      </p>
      <output>{chips(FILE_ID) ?? 'ready'}</output>
    </>
  )
}

async function page(first: TaskView[]) {
  const world = { tasks: first, saved: [] as ReturnType<typeof spoken>[], fails: false }
  const lists = { files_trans: [], files_summ: [] }
  const none = {
    data_processing: [],
    data_processing_chatllm: [],
    data_processing_sum_new_note: [],
    data_complete_sum_new_note: [],
  }
  const { asked } = serveInMemory([
    on(generateContract.status, () => {
      if (world.fails) throw new Says(500)
      return {
        ...none,
        data_transsumm: lists,
        data_processing_transsumm: { ...lists, files_outline: [] },
        data_tasks: world.tasks,
      }
    }),
    on(filesContract.list, () => ({
      data_file_total: 1,
      data_file_list: [recording({ trans_result: world.saved })],
      data_left_out: [],
    })),
  ])
  const view = await renderScreen(<Screen />)
  await screen.findByText(`${first.length} tasks`, { exact: false })
  const polls = () => asked.filter((call) => call === 'GET /ai/status').length
  await vi.waitFor(() => expect(polls()).toBe(1))
  return { world, polls, ...view, tell: (data: unknown, name = 'task') => tell(view.queries, name, data) }
}

const tell = (queries: QueryClient, name: string, data: unknown) => act(() => applyLiveEvent(queries, { name, data }))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const words = () => screen.getByText(/tasks/).textContent

describe('the status (B§4)', () => {
  it('is polled every ten seconds while a task is active, and not afterwards', async () => {
    const { polls, world } = await page([taskOf()])
    await pass(9000)
    expect(polls()).toBe(1)
    await pass(2000)
    expect(polls()).toBe(2)
    world.tasks = [taskOf({ stage: 'done', status: 1 })]
    await pass(10_500)
    expect(polls()).toBe(3)
    await pass(60_000)
    expect(polls()).toBe(3)
  })

  it('is polled five seconds after a failed poll', async () => {
    const { polls, world } = await page([taskOf()])
    world.fails = true
    await pass(10_500)
    expect(polls()).toBe(2)
    await pass(5000)
    expect(polls()).toBe(3)
    world.fails = false
    await pass(5000)
    expect(polls()).toBe(4)
    await pass(7000)
    expect(polls()).toBe(4)
  })

  it('is polled without active tasks only while the live channel is closed', async () => {
    const { polls } = await page([])
    await pass(30_000)
    expect(polls()).toBe(1)
    act(() => noteLiveChannel(false))
    await pass(10_500)
    expect(polls()).toBe(2)
    act(() => noteLiveChannel(true))
    await pass(30_000)
    expect(polls()).toBe(2)
  })

  it('reloads the recording when a task has changed its stage', async () => {
    const { world } = await page([taskOf()])
    await vi.waitFor(() => expect(words()).toContain('transcribing'))
    world.tasks = [taskOf({ stage: 'done', status: 1 })]
    world.saved = [spoken(1, 0, 'Saved')]
    await pass(10_500)
    await vi.waitFor(() => expect(words()).toBe('1 tasks, done, 0 heard, 1 saved'))
  })
})

describe('a live event', () => {
  it('updates the progress without a request', async () => {
    const { tell: say, polls } = await page([taskOf({ heard: 1 })])
    await vi.waitFor(() => expect(words()).toContain('1 heard'))
    say({ id: FILE_ID, ...taskOf({ heard: 7 }) })
    await waitFor(() => expect(words()).toContain('7 heard'))
    expect(polls()).toBe(1)
  })

  it('shows a task started elsewhere', async () => {
    const { tell: say } = await page([])
    say({ id: FILE_ID, ...taskOf({ stage: 'queued' }) })
    await waitFor(() => expect(words()).toContain('1 tasks, queued'))
    expect(screen.getByRole('status').textContent).toContain('Waiting its turn')
  })

  it('reloads the recording at the end of a task and removes its chip', async () => {
    const { tell: say, world } = await page([taskOf()])
    world.saved = [spoken(1, 0, 'Saved')]
    say({ id: FILE_ID, ...taskOf({ stage: 'done', status: 1 }) })
    await waitFor(() => expect(words()).toBe('1 tasks, done, 0 heard, 1 saved'))
    expect(screen.getByRole('status').textContent).toBe('ready')
  })

  it('requests the status when its data is invalid', async () => {
    const { tell: say, polls } = await page([taskOf()])
    say({ id: FILE_ID })
    await vi.waitFor(() => expect(polls()).toBe(2))
  })

  it('is ignored when it has another name', async () => {
    const { tell: say, polls } = await page([taskOf()])
    say({ id: FILE_ID }, 'file')
    await pass(1000)
    expect(polls()).toBe(1)
  })
})
