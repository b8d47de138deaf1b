import { handleTopic } from '#browser/live/handleTopic.ts'
import { taskTopic } from '../contract.ts'
import { generate, invalidateChanged } from './queries.ts'
import type { StatusReply } from './queries.ts'

export const liveHandlers = [
  handleTopic(taskTopic, (queries, { task }) => {
    const queryKey = generate.status.key({})
    const cached = queries.getQueryData<StatusReply>(queryKey)
    if (!task || !cached) return void queries.invalidateQueries({ queryKey })
    const data_tasks = [task, ...cached.data_tasks.filter(({ file_id }) => file_id !== task.file_id)]
    queries.setQueryData<StatusReply>(queryKey, { ...cached, data_tasks })
    invalidateChanged(queries, cached.data_tasks, data_tasks)
  }),
]
