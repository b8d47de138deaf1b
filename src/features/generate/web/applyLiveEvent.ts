import type { QueryClient } from '@tanstack/react-query'
import { STAGES } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { generate, invalidateChanged } from './queries.ts'
import type { StatusReply } from './queries.ts'

/** Applies a `task` event of the live channel to the cached status. Ignores other events. */
export function applyLiveEvent(queries: QueryClient, event: { name: string; data: unknown }): void {
  if (event.name !== 'task') return
  const queryKey = generate.status.key({})
  const task = event.data
  const cached = queries.getQueryData<StatusReply>(queryKey)
  if (!isTask(task) || !cached) {
    void queries.invalidateQueries({ queryKey })
    return
  }
  const data_tasks = [task, ...cached.data_tasks.filter(({ file_id }) => file_id !== task.file_id)]
  queries.setQueryData<StatusReply>(queryKey, { ...cached, data_tasks })
  invalidateChanged(queries, cached.data_tasks, data_tasks)
}

/** Returns true for a complete task. A server of another version may send less, in which case the status is requested. */
function isTask(data: unknown): data is TaskView {
  if (typeof data !== 'object' || data === null) return false
  const { file_id, task_id, stage, status, percent, seconds_left, segments_transcribed, msg } = data as Record<
    keyof TaskView,
    unknown
  >
  return (
    [file_id, task_id, msg].every((text) => typeof text === 'string') &&
    [status, percent, segments_transcribed].every((count) => Number.isInteger(count)) &&
    (seconds_left === null || Number.isInteger(seconds_left)) &&
    STAGES.some((stageName) => stageName === stage)
  )
}
