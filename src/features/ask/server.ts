import { hours } from '#shared/units.ts'
import { handleJob, type ServerFeature } from '#platform/feature.ts'
import { askRoutes } from './server/routes.ts'
import { deleteRemovedThreads, deleteRemovedThreadsJob, exportThreads } from './server/threads.ts'

export { type ChatAnswer, type ChatMessage, answerMessage } from './server/chatAnswer.ts'

/** Questions about recordings: threads, and answers whose sentences cite the transcript. */
export const ask: ServerFeature = {
  name: 'ask',
  routes: [askRoutes],
  jobs: [handleJob(deleteRemovedThreadsJob, deleteRemovedThreads)],
  schedules: [{ every: hours(1), job: deleteRemovedThreadsJob }],
  personalData: exportThreads,
}
