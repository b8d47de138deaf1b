import type { QueryClient } from '@tanstack/react-query'
import { TaskView } from '../contract.ts'
import { generate, rereadWhatMoved } from './queries.ts'
import type { StatusReply } from './queries.ts'

/** Takes a `task` event of the live channel into the status the screens show; passes over every other. */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name !== 'task') return
  const queryKey = generate.status.key({})
  const told = TaskView.safeParse(event.data)
  const known = queries.getQueryData<StatusReply>(queryKey)
  if (!told.success || !known) {
    void queries.invalidateQueries({ queryKey })
    return
  }
  const task = told.data
  const data_tasks = [task, ...known.data_tasks.filter(({ file_id }) => file_id !== task.file_id)]
  queries.setQueryData<StatusReply>(queryKey, { ...known, data_tasks })
  rereadWhatMoved(queries, known.data_tasks, data_tasks)
}
