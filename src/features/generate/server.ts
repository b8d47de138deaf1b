import { hours } from '#shared/units.ts'
import { type ServerFeature, handleJob, listenTo, liveDetails } from '#platform/feature.ts'
import { filesRemoved } from '#features/files/server.ts'
import { noteRemoved } from '#features/notes/server.ts'
import { releaseMinutesOfFiles, removeFileIds } from '#features/membership/server.ts'
import { resumeLostTasks, resumeTasks } from './server/resumeTasks.ts'
import { endNoteTask } from './server/startNote.ts'
import { separationJob, taskJob } from './server/taskQueue.ts'
import { noteTasksRoutes, tryTemplateRoutes } from './server/noteRoutes.ts'
import { generateRoutes } from './server/routes.ts'
import { executeSeparation, executeTask, giveUpTask } from './server/executeTask.ts'
import { latestTask } from './server/store.ts'
import { toTaskView } from './server/wire.ts'
import { taskTopic } from './contract.ts'

export { listCompletedBefore } from './server/store.ts'

/** Turns audio into transcript and summary: start, status, retry and cancel (B§4, B§8). */
export const generate: ServerFeature = {
  name: 'generate',
  routes: [generateRoutes, noteTasksRoutes, tryTemplateRoutes],
  jobs: [
    handleJob(taskJob, executeTask, giveUpTask),
    handleJob(separationJob, executeSeparation, giveUpTask),
    handleJob(resumeLostTasks, resumeTasks),
  ],
  schedules: [{ every: hours(1), job: resumeLostTasks }],
  listeners: [
    // The history of the minutes links to recordings that exist.
    listenTo(filesRemoved, 'minute-entries', (ctx, { userId, fileIds }) => removeFileIds(ctx, userId, fileIds)),
    listenTo(noteRemoved, 'note-task', (ctx, target) => endNoteTask(ctx, target)),
    listenTo(filesRemoved, 'held-minutes', (ctx, { userId, fileIds }) => releaseMinutesOfFiles(ctx, userId, fileIds)),
  ],
  liveDetails: [
    liveDetails(taskTopic, async (ctx, { userId, id }) => {
      const task = await latestTask(ctx, userId, id)
      return task ? { task: toTaskView(task, ctx.clock.now()) } : null
    }),
  ],
}
