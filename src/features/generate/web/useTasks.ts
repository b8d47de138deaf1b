import { useQuery } from '@tanstack/react-query'
import type { QueryFunctionContext } from '@tanstack/react-query'
import type { TaskView } from '../contract.ts'
import { pollEvery } from '../rules.ts'
import { useLiveChannelOpen } from './liveChannel.ts'
import { generate, rereadWhatMoved } from './queries.ts'
import type { StatusReply } from './queries.ts'
import { useStartFailures, withStartFailures } from './startFailures.ts'

/** Every recording being worked on, or worked on lately; polled as B§4 says, and no more than needed. */
export const useTasks = (): readonly TaskView[] => useTasksAs((tasks) => tasks) ?? NONE

/** The latest work on one recording. */
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
    // A failed poll is followed by the next, five seconds later, not by tries of its own.
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
