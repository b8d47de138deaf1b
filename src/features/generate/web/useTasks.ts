import { useQuery } from '@tanstack/react-query'
import type { QueryFunctionContext } from '@tanstack/react-query'
import type { TaskView } from '../contract.ts'
import { pollEvery } from '../rules.ts'
import { useLiveChannelOpen } from './liveChannel.ts'
import { generate, rereadWhatMoved } from './queries.ts'
import type { StatusReply } from './queries.ts'
import { useStartFailures, withStartFailures } from './startFailures.ts'

/** Returns the active and recent tasks. Polls the status only as often as needed (B§4). */
export const useTasks = (): readonly TaskView[] => useTasksAs((tasks) => tasks) ?? NONE

/** Returns the latest task of a recording, or undefined. */
export const useTask = (fileId: string): TaskView | undefined =>
  useTasksAs((tasks) => tasks.find((task) => task.file_id === fileId))

const NONE: readonly TaskView[] = []

function useTasksAs<Shape>(select: (tasks: readonly TaskView[]) => Shape): Shape | undefined {
  const isLive = useLiveChannelOpen()
  const failures = useStartFailures()
  const { data } = useQuery({
    queryKey: generate.status.key({}),
    queryFn: askStatus,
    select: (reply: StatusReply) => select(withStartFailures(reply.data_tasks, failures)),
    // A failed poll is not retried, because the next poll follows after five seconds.
    retry: false,
    refetchInterval: ({ state }) =>
      pollEvery({ failed: state.status === 'error', tasks: state.data?.data_tasks ?? NONE, isLive }),
  })
  return data
}

async function askStatus({ client: queries, queryKey, signal }: QueryFunctionContext): Promise<StatusReply> {
  const reply = await generate.status({}, { signal, quiet: true })
  const before = queries.getQueryData<StatusReply>(queryKey)
  if (before) rereadWhatMoved(queries, before.data_tasks, reply.data_tasks)
  return reply
}
