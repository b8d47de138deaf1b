import { useQuery } from '@tanstack/react-query'
import type { QueryFunctionContext } from '@tanstack/react-query'
import type { TaskView } from '../contract.ts'
import { pollInterval } from '../rules.ts'
import { useLiveChannelOpen } from './liveChannel.ts'
import { generate, invalidateChanged } from './queries.ts'
import type { StatusReply } from './queries.ts'
import { useStartFailures, withStartFailures } from './startFailures.ts'

/** Returns the active and recent tasks. Polls the status only as often as needed (B§4). */
export const useTasks = (): readonly TaskView[] => useSelectedTasks((tasks) => tasks) ?? NO_TASKS

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
