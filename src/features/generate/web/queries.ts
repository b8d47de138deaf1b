import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { invalidateFiles } from '#features/files/web.tsx'
import { invalidateNotes } from '#features/notes/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { generateContract } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { isTranscribing, hasChanged, pollInterval } from '../rules.ts'
import { useLiveChannelOpen } from '#browser/live/useLiveEvents.ts'
import { useStartFailures, withStartFailures } from './start/startRequests.ts'

/** The typed HTTP client of the generate contract. */
export const generate = client('generate', generateContract, send)

export type StatusReply = Awaited<ReturnType<typeof generate.status>>

/**
 * Invalidates recordings and notes when a task has reached another stage after the transcription. The transcript is already
 * saved when the summary starts.
 */
export function invalidateChanged(queries: QueryClient, before: readonly TaskView[], after: readonly TaskView[]): void {
  const tasksByFile = new Map(before.map((task) => [task.file_id, task]))
  const isOver = (task: TaskView) => task.stage !== 'queued' && !isTranscribing(task)
  if (!after.some((task) => isOver(task) && hasChanged(tasksByFile.get(task.file_id), task))) return
  invalidateFiles(queries)
  invalidateNotes(queries)
}

/** Returns the seconds of audio being transcribed now, and the seconds still to do (B§7 `GET /ai/trans-status`). */
export async function fetchTranscribingSeconds(): Promise<{ total: number; remaining: number }> {
  const { total_seconds, remain_total } = await generate.transStatus({}, { quiet: true })
  return { total: total_seconds, remaining: remain_total }
}

/** Returns the active and recent tasks. Polls the status only as often as needed (B§4). */
export const useTasks = (): readonly TaskView[] => useSelectedTasks((tasks) => tasks) ?? NO_TASKS

/** Like `useTasks`, but undefined until they are loaded. */
export const useLoadedTasks = (): readonly TaskView[] | undefined => useSelectedTasks((tasks) => tasks)

/** Returns the latest task of a recording, or undefined. */
export const useTask = (fileId: string): TaskView | undefined =>
  useSelectedTasks((tasks) => tasks.find((task) => task.file_id === fileId))

const NO_TASKS: readonly TaskView[] = []

function useSelectedTasks<Selected>(select: (tasks: readonly TaskView[]) => Selected): Selected | undefined {
  const isLive = useLiveChannelOpen()
  const failures = useStartFailures()
  const { data } = useQuery({
    queryKey: generate.status.key({}),
    queryFn: fetchStatus,
    select: (reply: StatusReply) => select(withStartFailures(reply.data_tasks, failures)),
    // A failed poll is not retried, because the next poll follows after five seconds.
    retry: false,
    refetchInterval: ({ state }) =>
      pollInterval({ failed: state.status === 'error', tasks: state.data?.data_tasks ?? NO_TASKS, isLive }),
  })
  return data
}

async function fetchStatus({ client: queries, queryKey, signal }: QueryFunctionContext): Promise<StatusReply> {
  const reply = await generate.status({}, { signal, quiet: true })
  const previous = queries.getQueryData<StatusReply>(queryKey)
  if (previous) invalidateChanged(queries, previous.data_tasks, reply.data_tasks)
  return reply
}
